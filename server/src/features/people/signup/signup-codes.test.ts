import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignupChallenge } from "../../../../../client/src/index.ts";
import { cms, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { replaceSql } from "../../../../../test/kit/database.ts";
import type { Database, Sql } from "../../../ports/database.ts";
import { laterServer, otherCode, problemOf, signer } from "../../../../../test/kit/signer.ts";

const minute = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const { resend, verify, codeFor, begin } = signer(laterServer(() => server));
const sitesNamed = (slug: string) => server.deps.sql<{ id: string }>`select id from sites where slug = ${slug}`;

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

  test("that is wrong leads to the number of attempts left, and the fifth ends the signup", async () => {
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

  test("is still valid after four wrong ones", async () => {
    const { verificationId, email } = await begin();
    const code = await codeFor(email);
    for (let guess = 1; guess <= 4; guess += 1) await verify(verificationId, otherCode(code, guess));
    expect((await verify(verificationId, code)).status).toBe(200);
  });

  test("of another signup is wrong", async () => {
    const [one, other] = [await begin(), await begin()];
    const [ownCode, theirs] = [await codeFor(one.email), await codeFor(other.email)];
    // One time in a million they are the same.
    expect(problemOf(await verify(one.verificationId, theirs))).toEqual(ownCode === theirs ? [200, ""] : [400, "code_invalid"]);
  });

  test("is valid for ten minutes, to the millisecond", async () => {
    const [early, late] = [await begin(), await begin()];
    const codes = [await codeFor(early.email), await codeFor(late.email)] as const;
    server.clock.advance(10 * minute - 1);
    expect((await verify(early.verificationId, codes[0])).status).toBe(200);
    server.clock.advance(1);
    expect(problemOf(await verify(late.verificationId, codes[1]))).toEqual([410, "code_expired"]);
    expect((await resend(late.verificationId)).status).toBe(200);
    expect((await verify(late.verificationId, await codeFor(late.email))).status).toBe(200);
  });

  test("that could not be mailed in time is not mailed at all", async () => {
    const { email } = await begin();
    server.clock.advance(10 * minute);
    expect(await codeFor(email)).toBe("");
  });
});

describe("another code", () => {
  test("can be requested after a minute, and ends the older one", async () => {
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
        verificationId,
        resendCooldownSeconds: 60,
        codeHint: "6 digits, sent to o***@example.com",
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

  test("can be requested five times", async () => {
    const { verificationId } = await begin();
    for (let times = 1; times <= 5; times += 1) {
      server.clock.advance(minute);
      expect((await resend(verificationId)).status).toBe(200);
    }
    expect(problemOf(await resend(verificationId))).toEqual([429, "resend_limit"]);
    server.clock.advance(minute);
    expect(problemOf(await resend(verificationId))).toEqual([429, "resend_limit"]);
  });

  test("ends with its signup, after half an hour", async () => {
    const { verificationId, email } = await begin();
    server.clock.advance(25 * minute);
    const { json } = await resend(verificationId);
    expect((json as { data: SignupChallenge }).data.expiresAt).toBe(new Date(server.clock.now().getTime() + 5 * minute).toISOString());
    const code = await codeFor(email);
    server.clock.advance(5 * minute);
    expect(problemOf(await verify(verificationId, code))).toEqual([410, "challenge_expired"]);
    expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_expired"]);
  });

  test("replaces an older one that was not mailed yet", async () => {
    const { verificationId, email } = await begin();
    server.clock.advance(minute);
    await resend(verificationId);
    await server.runTasks();
    expect(server.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });
});

describe("a right code whose site could not be made", () => {
  /** A server whose database fails as it is told. */
  async function failing() {
    let fails: "never" | "at the owner" | "after the commit" = "never";
    const error = () => Object.assign(new Error("gone"), { code: "57P01" });
    const throughSql = (sql: Database): Database => {
      const begin: Database["begin"] = async (work, options) => {
        const result = await sql.begin((tx) => {
          const watched: Sql = (strings, ...values) =>
            fails === "at the owner" && strings.join("").includes("insert into members") ? Promise.reject(error()) : tx(strings, ...values);
          return work(Object.assign(watched, { script: tx.script }));
        }, options);
        if (fails === "after the commit") throw error();
        return result;
      };
      return Object.assign(
        replaceSql(sql, (strings, ...values) => sql(strings, ...values)),
        { begin },
      );
    };
    const weak = await startServer({ throughSql });
    return { weak, fail: (when: typeof fails) => (fails = when) };
  }

  test("costs no attempt, however often it is sent, and leaves nothing", async () => {
    const { weak, fail } = await failing();
    const owner = signer(weak);
    const { verificationId, email, siteSlug } = await owner.begin();
    const code = await owner.codeFor(email);
    fail("at the owner");
    for (let times = 0; times < 8; times += 1) expect(problemOf(await owner.verify(verificationId, code))).toEqual([503, "unavailable"]);
    const sites = await weak.deps.sql<{ id: string }>`select id from sites where slug = ${siteSlug}`;
    expect(sites).toEqual([]);
    fail("never");
    expect(problemOf(await owner.verify(verificationId, otherCode(code)))).toEqual([400, "code_invalid"]);
    expect((await owner.verify(verificationId, code)).status).toBe(200);
    await weak.stop();
  });

  test("leads to the key if the site was made and only the database's response was lost", async () => {
    const { weak, fail } = await failing();
    const owner = signer(weak);
    const { verificationId, email } = await owner.begin();
    const code = await owner.codeFor(email);
    fail("after the commit");
    const { status, json } = await owner.verify(verificationId, code);
    fail("never");
    expect(status).toBe(200);
    const { apiKey } = (json as { data: { apiKey: string } }).data;
    expect((await weak.ask(`${cms}/pages/home`, { key: apiKey })).status).toBe(200);
    await weak.stop();
  });
});
