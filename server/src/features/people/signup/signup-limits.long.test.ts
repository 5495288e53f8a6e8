import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignupChallenge } from "../../../../../client/src/index.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { openTestDatabase } from "../../../../../test/kit/database.ts";
import { removeEndedSignups } from "./tasks/remove-ended-signups.ts";
import { laterServer, newSignup, otherCode, problemOf, signer } from "../../../../../test/kit/signer.ts";

const minute = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const { start, resend, verify, codeFor, begin } = signer(laterServer(() => server));

describe("a second signup of the same address", () => {
  test("waits for the cooldown of the first, and changes nothing about it", async () => {
    const first = await begin();
    const code = await codeFor(first.email);
    const early = await start({ ...newSignup(), email: first.email });
    expect(problemOf(early)).toEqual([429, "resend_cooldown"]);
    expect(early.json).toMatchObject({ resendAvailableAt: new Date(server.clock.now().getTime() + minute).toISOString(), retryAfter: 60 });
    server.clock.advance(minute);
    await begin({ email: first.email });
    expect((await verify(first.verificationId, code)).status).toBe(200);
  });

  test("waits for the cooldown of a resend too", async () => {
    const { verificationId, email } = await begin();
    server.clock.advance(minute);
    await resend(verificationId);
    expect(problemOf(await start({ ...newSignup(), email }))).toEqual([429, "resend_cooldown"]);
  });

  test("need not wait for one that was cancelled", async () => {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    for (let guess = 1; guess <= 5; guess += 1) await verify(verificationId, otherCode(code, guess));
    expect((await start({ ...newSignup(), email })).status).toBe(200);
  });

  test("is refused after twelve in an hour, while the first one stays valid", async () => {
    const owner = await begin();
    const code = await codeFor(owner.email);
    const answers: number[] = [];
    for (let times = 0; times < 15; times += 1) {
      server.clock.advance(minute);
      answers.push((await start({ ...newSignup(), email: owner.email })).status);
      await server.runTasks();
    }
    expect(answers).toEqual([...Array<number>(11).fill(200), ...Array<number>(4).fill(429)]);
    const refused = await start({ ...newSignup(), email: owner.email });
    expect(problemOf(refused)).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(server.mails.filter(({ to }) => to === owner.email)).toHaveLength(12);
    expect((await resend(owner.verificationId)).status).toBe(200);
    const latest = await codeFor(owner.email);
    if (latest !== code) expect(problemOf(await verify(owner.verificationId, code))).toEqual([400, "code_invalid"]);
    expect((await verify(owner.verificationId, latest)).status).toBe(200);
  });

  test("counts anew after an hour", async () => {
    const { email } = newSignup();
    for (let times = 0; times < 12; times += 1) {
      await begin({ email });
      server.clock.advance(minute);
    }
    expect(problemOf(await start({ ...newSignup(), email }))).toEqual([429, "rate_limited"]);
    server.clock.advance(48 * minute);
    await begin({ email });
  });
});

describe("one client", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const started = (options: Parameters<typeof startServer>[0] = {}) =>
    startServer({ mailsPerClient: 20, trustedProxies: ["127.0.0.1"], ...options });

  test("may start four signups an hour for an address, so that it cannot keep others out", async () => {
    const strict = await started();
    const stranger = signer(strict);
    const { email } = newSignup();
    const answers: [number, string][] = [];
    for (let times = 0; times < 12; times += 1) {
      const answer = await stranger.start({ ...newSignup(), email }, from("192.0.2.1"));
      answers.push(problemOf(answer));
      if (answer.status !== 200) continue;
      const { verificationId } = (answer.json as { data: SignupChallenge }).data;
      // Without a look into the mailbox, five guesses end it, and with it the cooldown.
      for (let guess = 0; guess < 5; guess += 1) await stranger.verify(verificationId, `00000${guess}`);
    }
    expect(answers.filter(([status]) => status === 200)).toHaveLength(4);
    expect(new Set(answers.slice(4).map(([, code]) => code))).toEqual(new Set(["rate_limited"]));
    expect((await stranger.start({ ...newSignup(), email }, from("192.0.2.2"))).status).toBe(200);
    await strict.stop();
  });

  test("may ask a limited number of times an hour, so that it cannot find out who has an account", async () => {
    let hashed = 0;
    const hashing = { hash: async (text: string) => `${(hashed += 1)} ${text.length}`, verify: async () => true };
    const strict = await started({ mailsPerClient: 5, hashing });
    const { sql, clock, ids } = strict.deps;
    const { email: taken } = newSignup();
    await sql`
      insert into admins (id, email, password_hash, created_at, updated_at) values (${ids.next()}, ${taken}, '', ${clock.now()}, ${clock.now()})`;
    const stranger = signer(strict);
    const ask = async (email: string) => problemOf(await stranger.start({ ...newSignup(), email }, from("192.0.2.1")))[1];
    const answers: string[] = [];
    for (let times = 0; times < 4; times += 1) answers.push(await ask(taken), await ask(newSignup().email));
    expect(answers).toEqual(["email_taken", "", "email_taken", "", "email_taken", ...Array<string>(3).fill("rate_limited")]);
    // What is refused costs no hash.
    expect(hashed).toBe(2);
    await strict.runTasks();
    expect(strict.mails).toHaveLength(2);
    await strict.stop();
  });

  test("may ask for other codes within the same limit", async () => {
    const strict = await started({ mailsPerClient: 3 });
    const stranger = signer(strict);
    const { verificationId } = await stranger.begin();
    const answers: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      strict.clock.advance(minute);
      answers.push((await stranger.resend(verificationId)).status);
    }
    expect(answers).toEqual([200, 200, 429, 429]);
    await strict.stop();
  });
});

test("an unfinished signup keeps no password for longer than an hour", async () => {
  const { verificationId } = await begin();
  server.clock.advance(30 * minute + 1);
  await removeEndedSignups.run(server.deps);
  const keptChallenges = await server.deps.sql<{ id: string }>`
    select id from signup_challenges where id = ${verificationId} and (password_hash is not null or code_hash is not null)`;
  expect(keptChallenges).toEqual([]);
  expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_expired"]);
});

test("a signup and its counts are removed a day after its end", async () => {
  const { verificationId } = await begin();
  server.clock.advance(30 * minute + 24 * 60 * minute);
  await removeEndedSignups.run(server.deps);
  expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_expired"]);
  server.clock.advance(1);
  const pending = await begin();
  await removeEndedSignups.run(server.deps);
  expect(problemOf(await resend(verificationId))).toEqual([404, "verification_not_found"]);
  const [left] = await server.deps.sql<{ challenges: number; counts: number }>`
    select (select count(*)::int from signup_challenges) as challenges, (select count(*)::int from global_attempts) as counts`;
  expect(left).toEqual({ challenges: 1, counts: 1 });
  expect((await verify(pending.verificationId, await codeFor(pending.email))).status).toBe(200);
});

test("with signup switched off its operations are not found, and no code is mailed", async () => {
  const database = await openTestDatabase();
  const open = await startServer({ database });
  await signer(open).begin();
  await open.stop();
  const closed = await startServer({ database, signup: "off" });
  await closed.runTasks();
  expect(closed.mails).toEqual([]);
  for (const path of ["/signup", "/signup/resend", "/signup/verify"]) {
    expect(problemOf(await signer(closed).post(path, newSignup()))).toEqual([404, "route_not_found"]);
  }
  expect((await closed.ask("/openapi.json")).text).not.toContain("startSignup");
  await closed.stop();
  await database.drop();
});
