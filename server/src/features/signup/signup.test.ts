import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer } from "../../../../test/harness.ts";
import { newSignup, otherCode, problemOf, signer, type ChallengeData } from "../../../../test/signer.ts";

const minute = 60_000;
const never = "00000000-0000-4000-8000-000000000000";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const { start, resend, verify, codeFor, begin } = signer({
  ask: (...given) => server.ask(...given),
  runTasks: () => server.runTasks(),
  get mails() {
    return server.mails;
  },
});
const sitesNamed = (slug: string) => server.deps.sql<{ id: string }>`select id from sites where slug = ${slug}`;
const inAnHour = () => server.clock.advance(60 * minute);

describe("a signup", () => {
  test("mails a code, which makes the site, its owner and a key that works at once", async () => {
    const signup = newSignup();
    const { json, headers } = await start({ ...signup, siteName: `  ${signup.siteName} `, email: ` ${signup.email.toUpperCase()} ` });
    const { data } = json as { ok: true; data: ChallengeData };
    expect(json).toEqual({
      ok: true,
      data: {
        verificationId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
        maskedEmail: "o***@example.com",
        siteSlug: signup.siteSlug,
        codeLength: 6,
        codeHint: "6 digits, sent to o***@example.com",
        expiresAt: new Date(server.clock.now().getTime() + 10 * minute).toISOString(),
        resendAvailableAt: new Date(server.clock.now().getTime() + minute).toISOString(),
        resendCooldownSeconds: 60,
      },
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await sitesNamed(signup.siteSlug)).toEqual([]);

    const code = await codeFor(signup.email);
    expect(server.mails.filter(({ to }) => to === signup.email)).toHaveLength(1);
    const answer = await verify(data.verificationId, code);
    const { apiKey } = (answer.json as { data: { apiKey: string } }).data;
    const [site] = await sitesNamed(signup.siteSlug);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        ok: true,
        data: {
          siteSlug: signup.siteSlug,
          adminEmail: signup.email,
          verification: { verificationId: data.verificationId, email: signup.email, siteSlug: signup.siteSlug },
          site: {
            ...{ id: site?.id, slug: signup.siteSlug, name: signup.siteName, defaultLocale: "en" },
            createdAt: server.clock.now().toISOString(),
          },
          apiKey: expect.stringMatching(/^pk_[0-9A-Za-z]{32}$/) as string,
        },
      },
    ]);

    const home = await server.ask(`${cms}/pages/home`, { key: apiKey });
    expect(home.status).toBe(200);
    expect(home.text).toContain(signup.siteName);
    expect((await server.ask(`${cms}/content/blog-post`, { key: apiKey })).status).toBe(200);
    expect((await server.ask(`${cms}/block-types`, { key: apiKey })).json).toMatchObject({ data: expect.any(Array) as unknown[] });
  });

  test("makes an owner whose password is the one that was chosen", async () => {
    const signup = await begin();
    await verify(signup.verificationId, await codeFor(signup.email));
    const { sql, passwords } = server.deps;
    const owners = await sql<{ email: string; role: string; passwordHash: string }>`
      select admins.email, members.role, admins.password_hash as "passwordHash"
      from sites
      join members on members.site_id = sites.id
      join admins on admins.id = members.admin_id
      where sites.slug = ${signup.siteSlug}`;
    expect(owners).toMatchObject([{ email: signup.email, role: "OWNER" }]);
    const stored = owners[0]?.passwordHash ?? "";
    expect(await passwords.turn(({ verify: check }) => check(stored, signup.password))).toBe(true);
    expect(await passwords.turn(({ verify: check }) => check(stored, `${signup.password}!`))).toBe(false);
  });

  test("keeps no password once it has ended, whichever way", async () => {
    const [verified, cancelled] = [await begin(), await begin()];
    await verify(verified.verificationId, await codeFor(verified.email));
    const code = await codeFor(cancelled.email);
    for (let guess = 1; guess <= 5; guess += 1) await verify(cancelled.verificationId, otherCode(code, guess));
    const kept = await server.deps.sql<{ id: string }>`
      select id from signup_challenges
      where id in (${verified.verificationId}, ${cancelled.verificationId}) and (password_hash is not null or code_hash is not null)`;
    expect(kept).toEqual([]);
  });

  test("may be called by a browser from anywhere", async () => {
    for (const path of ["/signup", "/signup/resend", "/signup/verify"]) {
      const origin = "https://anywhere.example";
      const preflight = await server.ask(cms + path, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      expect(preflight.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
      const { headers } = await signer(server).post(path, newSignup(), { origin });
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(problemOf(await server.ask(cms + path))).toEqual([405, "method_not_allowed"]);
    }
  });

  test.each([
    ["de-AT,de;q=0.9,en;q=0.5", "Ihr Code"],
    ["pt", "Seu código"],
    ["fr,de", "Your code"],
    ["*", "Your code"],
  ])("writes to who reads %s in that language", async (language, subject) => {
    const signup = newSignup();
    await start(signup, { "accept-language": language });
    await server.runTasks();
    expect(server.mails.find(({ to }) => to === signup.email)?.subject).toBe(`${subject} – Vitrine`);
  });

  test("puts nothing into the mail that a stranger wrote, and the code into its text alone", async () => {
    const signup = await begin({ siteName: "Your account is locked, see https://evil.example <b>now</b>" });
    const code = await codeFor(signup.email);
    const mail = server.mails.find(({ to }) => to === signup.email);
    expect(JSON.stringify(mail)).not.toMatch(/locked|evil/);
    expect(mail?.subject).not.toContain(code);
    expect(mail?.html).toContain(`>${code}<`);
    expect(mail?.text).toContain(signup.siteSlug);
  });
});

describe("what is not right is said by its place", () => {
  test.each<[string, object, string]>([
    ["no name", { siteName: undefined }, "/siteName"],
    ["a name of one letter", { siteName: "A" }, "/siteName"],
    ["a name of blanks", { siteName: "    " }, "/siteName"],
    ["a name of 81 letters", { siteName: "a".repeat(81) }, "/siteName"],
    ["a name with a line break", { siteName: "A\r\nBcc: x" }, "/siteName"],
    ["no slug", { siteSlug: undefined }, "/siteSlug"],
    ["a slug of one letter", { siteSlug: "a" }, "/siteSlug"],
    ["a slug of 64 letters", { siteSlug: "a".repeat(64) }, "/siteSlug"],
    ["a slug with a capital", { siteSlug: "Shop" }, "/siteSlug"],
    ["a slug with a dot", { siteSlug: "my.shop" }, "/siteSlug"],
    ["a slug that begins with a hyphen", { siteSlug: "-shop" }, "/siteSlug"],
    ["a slug that ends with a hyphen", { siteSlug: "shop-" }, "/siteSlug"],
    ["a slug with a Cyrillic letter", { siteSlug: "sh\u043ep" }, "/siteSlug"],
    ["a slug with a line break", { siteSlug: "shop\n" }, "/siteSlug"],
    ["no address", { email: undefined }, "/email"],
    ["an address that is none", { email: "owner" }, "/email"],
    ["an address with a Kelvin sign", { email: "\u212aate@example.com" }, "/email"],
    ["two addresses", { email: "a@example.com,b@example.com" }, "/email"],
    ["no password", { password: undefined }, "/password"],
    ["a password of seven", { password: "seven77" }, "/password"],
    ["a password of 201", { password: "x1".repeat(101) }, "/password"],
    ["a common password", { password: "password123" }, "/password"],
    ["a number for a password", { password: 12_345_678 }, "/password"],
  ])("%s", async (_what, wrong, path) => {
    const signup = { ...newSignup(), ...wrong };
    const answer = await start(signup);
    expect(problemOf(answer)).toEqual([400, "validation_failed"]);
    expect((answer.json as { errors: { path: string }[] }).errors.map((error) => error.path)).toContain(path);
    await server.runTasks();
    expect(server.mails.filter(({ to }) => to === signup.email)).toEqual([]);
  });

  test.each(["2 to 80", "two"])("a name of %s letters is fine", async (length) => {
    expect((await start({ ...newSignup(), siteName: length === "two" ? "Ab" : "a".repeat(80) })).status).toBe(200);
  });

  test.each(["api", "admin", "www", "null", "xn--shop", "login"])("a slug that is reserved is taken: %s", async (siteSlug) => {
    expect(problemOf(await start({ ...newSignup(), siteSlug }))).toEqual([409, "site_slug_taken"]);
  });

  test.each(["ab", "a1", "1-2", "a--b", "a".repeat(63)])("a slug that is fine: %s", async (siteSlug) => {
    expect((await start({ ...newSignup(), siteSlug })).status).toBe(200);
  });

  test.each<[string, unknown, string]>([
    ["no id", { code: "123456" }, "/verificationId"],
    ["an id that is none", { verificationId: "1", code: "123456" }, "/verificationId"],
    ["an id in another spelling", { verificationId: `{${never}}`, code: "123456" }, "/verificationId"],
    ["no code", { verificationId: never }, "/code"],
    ["a number for a code", { verificationId: never, code: 123456 }, "/code"],
  ])("of a verification: %s", async (_what, body, path) => {
    const answer = await signer(server).post("/signup/verify", body);
    expect(problemOf(answer)).toEqual([400, "validation_failed"]);
    expect((answer.json as { errors: { path: string }[] }).errors.map((error) => error.path)).toEqual([path]);
  });

  test("who is unknown is not found", async () => {
    expect(problemOf(await verify(never, "123456"))).toEqual([404, "verification_not_found"]);
    expect(problemOf(await resend(never))).toEqual([404, "verification_not_found"]);
  });
});

describe("a slug and an address", () => {
  test("of a site that exists are refused at once, of a pending signup not", async () => {
    const first = await begin();
    await verify(first.verificationId, await codeFor(first.email));
    expect(problemOf(await start({ ...newSignup(), siteSlug: first.siteSlug }))).toEqual([409, "site_slug_taken"]);
    expect(problemOf(await start({ ...newSignup(), email: first.email.toUpperCase() }))).toEqual([409, "email_taken"]);
    const site = await server.addSite();
    expect(problemOf(await start({ ...newSignup(), siteSlug: site.slug }))).toEqual([409, "site_slug_taken"]);
    const pending = await begin();
    expect((await start({ ...newSignup(), siteSlug: pending.siteSlug })).status).toBe(200);
  });

  test("go to the first who verifies; the other's signup ends, and makes nothing", async () => {
    const slug = newSignup().siteSlug;
    const [quick, slow] = [await begin({ siteSlug: slug }), await begin({ siteSlug: slug })];
    const code = await codeFor(slow.email);
    expect((await verify(quick.verificationId, await codeFor(quick.email))).status).toBe(200);
    expect(problemOf(await verify(slow.verificationId, code))).toEqual([409, "site_slug_taken"]);
    expect(problemOf(await verify(slow.verificationId, code))).toEqual([410, "challenge_cancelled"]);
    const admins = await server.deps.sql<{ id: string }>`select id from admins where email = ${slow.email}`;
    expect(admins).toEqual([]);
  });

  test("of which the address is taken meanwhile end the signup too, and leave no site", async () => {
    const first = await begin();
    server.clock.advance(minute);
    const second = await begin({ email: first.email });
    const code = await codeFor(second.email);
    // Both codes went to one mailbox; the first one's is the mail before.
    const mails = server.mails.filter(({ to }) => to === first.email);
    const firstCode = /^\d{6}$/m.exec(mails.at(-2)?.text ?? "")?.[0] ?? "";
    expect((await verify(first.verificationId, firstCode)).status).toBe(200);
    expect(problemOf(await verify(second.verificationId, code))).toEqual([409, "email_taken"]);
    expect(await sitesNamed(second.siteSlug)).toEqual([]);
    expect(problemOf(await resend(second.verificationId))).toEqual([410, "challenge_cancelled"]);
  });
});

describe("a code", () => {
  test("works once", async () => {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    expect((await verify(verificationId, code)).status).toBe(200);
    expect(problemOf(await verify(verificationId, code))).toEqual([409, "already_verified"]);
    expect(problemOf(await resend(verificationId))).toEqual([409, "already_verified"]);
  });

  test.each<[string, (code: string) => string]>([
    ["blanks around and inside", (code) => `  ${code.slice(0, 3)} ${code.slice(3)}\n`],
    ["a hyphen", (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ["a blank after each", (code) => [...code].join(" ")],
  ])("may be typed with %s", async (_how, typed) => {
    const { verificationId, email } = await begin();
    expect((await verify(verificationId, typed(await codeFor(email)))).status).toBe(200);
  });

  test.each(["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "１２３４５６", "12-34-56", "-123456", "+12345", "1e5", "123456\u0000", "0x1234"])(
    "that is not six digits costs no attempt: %j",
    async (typed) => {
      const { verificationId, email } = await begin();
      const code = await codeFor(email);
      for (let guess = 0; guess < 6; guess += 1) expect((await verify(verificationId, typed)).status).toBe(400);
      expect((await verify(verificationId, code)).status).toBe(200);
    },
  );

  test("that is wrong says how many may follow; the fifth ends the signup, and the right one comes too late", async () => {
    const { verificationId, email, siteSlug } = await begin();
    const code = await codeFor(email);
    for (let guess = 1; guess <= 4; guess += 1) {
      const answer = await verify(verificationId, otherCode(code, guess));
      expect(problemOf(answer)).toEqual([400, "code_invalid"]);
      expect(answer.json).toMatchObject({ attemptsRemaining: 5 - guess });
    }
    expect(problemOf(await verify(verificationId, otherCode(code, 5)))).toEqual([400, "too_many_attempts"]);
    expect(problemOf(await verify(verificationId, code))).toEqual([410, "challenge_cancelled"]);
    expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_cancelled"]);
    expect(await sitesNamed(siteSlug)).toEqual([]);
  });

  test("after four wrong ones is still good", async () => {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    for (let guess = 1; guess <= 4; guess += 1) await verify(verificationId, otherCode(code, guess));
    expect((await verify(verificationId, code)).status).toBe(200);
  });

  test("of another signup is wrong", async () => {
    const [one, other] = [await begin(), await begin()];
    const code = await codeFor(other.email);
    if (code !== (await codeFor(one.email))) expect(problemOf(await verify(one.verificationId, code))).toEqual([400, "code_invalid"]);
  });

  test("lives ten minutes, to the millisecond", async () => {
    const [early, late] = [await begin(), await begin()];
    const codes = [await codeFor(early.email), await codeFor(late.email)] as const;
    server.clock.advance(10 * minute - 1);
    expect((await verify(early.verificationId, codes[0])).status).toBe(200);
    server.clock.advance(1);
    expect(problemOf(await verify(late.verificationId, codes[1]))).toEqual([410, "code_expired"]);
    expect((await resend(late.verificationId)).status).toBe(200);
    expect((await verify(late.verificationId, await codeFor(late.email))).status).toBe(200);
  });

  test("that was not mailed in time is not mailed at all", async () => {
    const { email } = await begin();
    server.clock.advance(10 * minute);
    expect(await codeFor(email)).toBe("");
  });
});

describe("another code", () => {
  test("comes after a minute, and ends the older one", async () => {
    const { verificationId, email } = await begin();
    const older = await codeFor(email);
    server.clock.advance(minute - 1);
    const early = await resend(verificationId);
    expect(problemOf(early)).toEqual([429, "resend_cooldown"]);
    const availableAt = new Date(server.clock.now().getTime() + 1).toISOString();
    expect(early.json).toMatchObject({ resendAvailableAt: availableAt, retryAfter: 1 });
    expect(early.headers.get("retry-after")).toBe("1");
    server.clock.advance(1);
    const answer = await resend(verificationId);
    expect(answer.json).toMatchObject({
      ok: true,
      data: {
        ...{ verificationId, resendCooldownSeconds: 60, codeHint: "6 digits, sent to o***@example.com" },
        expiresAt: new Date(server.clock.now().getTime() + 10 * minute).toISOString(),
        resendAvailableAt: new Date(server.clock.now().getTime() + minute).toISOString(),
      },
    });
    // Before the new one is mailed, too.
    expect(problemOf(await verify(verificationId, older))).toEqual([400, "code_invalid"]);
    const newer = await codeFor(email);
    if (older !== newer) expect(problemOf(await verify(verificationId, older))).toEqual([400, "code_invalid"]);
    expect((await verify(verificationId, newer)).status).toBe(200);
  });

  test("gives no further attempts", async () => {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    for (let guess = 1; guess <= 4; guess += 1) await verify(verificationId, otherCode(code, guess));
    server.clock.advance(minute);
    await resend(verificationId);
    expect(problemOf(await verify(verificationId, otherCode(await codeFor(email))))).toEqual([400, "too_many_attempts"]);
  });

  test("comes five times", async () => {
    const { verificationId } = await begin();
    for (let times = 1; times <= 5; times += 1) {
      server.clock.advance(minute);
      expect((await resend(verificationId)).status).toBe(200);
    }
    expect(problemOf(await resend(verificationId))).toEqual([429, "resend_limit"]);
    server.clock.advance(minute);
    expect(problemOf(await resend(verificationId))).toEqual([429, "resend_limit"]);
  });

  test("does not outlive the signup, which lives half an hour", async () => {
    const { verificationId, email } = await begin();
    server.clock.advance(25 * minute);
    const { json } = await resend(verificationId);
    expect((json as { data: ChallengeData }).data.expiresAt).toBe(new Date(server.clock.now().getTime() + 5 * minute).toISOString());
    const code = await codeFor(email);
    server.clock.advance(5 * minute);
    expect(problemOf(await verify(verificationId, code))).toEqual([410, "challenge_expired"]);
    expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_expired"]);
  });

  test("is mailed once for each that was asked for, and only the latest", async () => {
    const { verificationId, email } = await begin();
    server.clock.advance(minute);
    await resend(verificationId);
    await server.runTasks();
    expect(server.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });
});

describe("a second signup of the same address", () => {
  test("waits for the cooldown of the first, and leaves it alone", async () => {
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

  test("is refused after twelve codes in an hour, and a stranger's hundred do not keep the owner from verifying", async () => {
    const owner = await begin();
    const code = await codeFor(owner.email);
    const answers: [number, string][] = [];
    for (let times = 0; times < 100; times += 1) {
      if (times < 9) server.clock.advance(minute);
      answers.push(problemOf(await start({ ...newSignup(), email: owner.email })));
    }
    await server.runTasks();
    expect(server.mails.filter(({ to }) => to === owner.email).length).toBeLessThanOrEqual(12);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(9);
    expect((await verify(owner.verificationId, code)).status).toBe(200);

    const flooded = newSignup().email;
    for (let times = 0; times < 12; times += 1) {
      await begin({ email: flooded });
      server.clock.advance(minute);
    }
    const refused = await start({ ...newSignup(), email: flooded });
    expect(problemOf(refused)).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    inAnHour();
    await begin({ email: flooded });
  });
});

test("a day after its end a signup is forgotten, and its counts", async () => {
  const { verificationId } = await begin();
  server.clock.advance(30 * minute + 24 * 60 * minute);
  const { removeEndedSignups } = await import("./remove-ended-signups.ts");
  await removeEndedSignups(server.deps);
  expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_expired"]);
  server.clock.advance(1);
  const pending = await begin();
  await removeEndedSignups(server.deps);
  expect(problemOf(await resend(verificationId))).toEqual([404, "verification_not_found"]);
  const [left] = await server.deps.sql<{ challenges: number; counts: number }>`
    select (select count(*)::int from signup_challenges) as challenges, (select count(*)::int from signup_attempts) as counts`;
  expect(left).toEqual({ challenges: 1, counts: 1 });
  expect((await verify(pending.verificationId, await codeFor(pending.email))).status).toBe(200);
});

test("one client has so many codes mailed in an hour, whoever they go to", async () => {
  const strict = await startServer({ mailsPerClient: 3 });
  const stranger = signer(strict);
  const answers = [];
  for (let times = 0; times < 5; times += 1) answers.push(problemOf(await stranger.start(newSignup()))[0]);
  await strict.runTasks();
  expect([answers, strict.mails.length]).toEqual([[200, 200, 200, 429, 429], 3]);
  await strict.stop();
});

test("where signup is off there is nothing at its addresses", async () => {
  const closed = await startServer({ signup: "off" });
  for (const path of ["/signup", "/signup/resend", "/signup/verify"]) {
    expect(problemOf(await signer(closed).post(path, newSignup()))).toEqual([404, "route_not_found"]);
  }
  expect((await closed.ask("/openapi.json")).text).not.toContain("startSignup");
  await closed.stop();
});
