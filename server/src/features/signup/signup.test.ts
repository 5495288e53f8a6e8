import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignupChallenge } from "../../../../client/src/index.ts";
import { cms, startServer, type TestServer } from "../../../../test/kit/harness.ts";
import { openTestDatabase, replaceSql } from "../../../../test/kit/database.ts";
import type { Database, Sql } from "../../ports/database.ts";
import { removeEndedSignups } from "./tasks/remove-ended-signups.ts";
import { starterSite } from "./starter-site.ts";
import { newSignup, otherCode, problemOf, signer } from "../../../../test/kit/signer.ts";

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

describe("a signup", () => {
  test("mails a code, which makes the site, its owner and a key that works at once", async () => {
    const signup = newSignup();
    const { json, headers } = await start({ ...signup, siteName: `  ${signup.siteName} `, email: ` ${signup.email.toUpperCase()} ` });
    const { data } = json as { ok: true; data: SignupChallenge };
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
    expect((await server.ask(`${cms}/content/blog-post`, { key: apiKey })).json).toMatchObject({ total: 2 });
    const { data: blockTypes } = (await server.ask(`${cms}/block-types`, { key: apiKey })).json as { data: { type: string }[] };
    expect(blockTypes.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["hero", "rich-text", "feature-list", "call-to-action", "form"]) as string[],
    );
  });

  test("makes a contact form whose messages go to the owner", async () => {
    const signup = await begin();
    const { json } = await verify(signup.verificationId, await codeFor(signup.email));
    const { apiKey } = (json as { data: { apiKey: string } }).data;
    const form = `${cms}/plugins/svc.forms/forms/contact`;
    expect((await server.ask(form, { key: apiKey })).json).toMatchObject({ data: { slug: "contact", submitLabel: "Send" } });
    const data = { name: "Ada", email: "ada@example.com", message: "Hello" };
    const headers = { "content-type": "application/json" };
    const sent = await server.ask(`${form}/submit`, { method: "POST", key: apiKey, headers, body: JSON.stringify({ data }) });
    expect(sent.status).toBe(202);
    await server.runTasks();
    expect(server.mails.at(-1)).toMatchObject({ to: signup.email, replyTo: "ada@example.com" });
  });

  test("makes pages whose links lead to what there is", async () => {
    const { pages = [], entries = [], forms = [] } = await starterSite();
    const places = [...pages.map(({ slug }) => `/pages/${slug}`), ...entries.map(({ slug }) => `/blog/${slug}`)];
    const text = JSON.stringify([pages, entries]);
    const links = [...text.matchAll(/"(?:href|buttonHref)":"([^"]+)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((href) => !places.includes(href))).toEqual([]);
    const shown = [...text.matchAll(/"form":"([^"]+)"/g)].map(([, form = ""]) => form);
    expect(shown).toEqual(forms.map(({ slug }) => slug));
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
    ["en;q=0.1,de;q=0.9", "Ihr Code"],
    ["de;q=0", "Your code"],
    ["de;level=1", "Your code"],
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
    ["a name of one sign", { siteName: "😀 " }, "/siteName"],
    ["a name that cannot be seen", { siteName: "\u200b\u200b" }, "/siteName"],
    ["a name that turns what follows", { siteName: "Shop\u202egnp" }, "/siteName"],
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

  test.each(["Ab", "a".repeat(80), "Ça  va", "茶店", "Fjord & Form 🦭"])("a name that is fine: %s", async (siteName) => {
    expect((await start({ ...newSignup(), siteName })).status).toBe(200);
  });

  test.each(["api", "admin", "www", "null", "xn--shop", "login", "wpad", "vitrine-support"])(
    "a slug that is reserved is taken: %s",
    async (siteSlug) => {
      expect(problemOf(await start({ ...newSignup(), siteSlug }))).toEqual([409, "site_slug_taken"]);
    },
  );

  test.each(["ab", "a1", "1-2", "a--b", "a".repeat(63)])("a slug that is fine: %s", async (siteSlug) => {
    expect((await start({ ...newSignup(), siteSlug })).status).toBe(200);
  });

  test.each<[string, unknown, string]>([
    ["no id", { code: "123456" }, "/verificationId"],
    ["an id that is none", { verificationId: "1", code: "123456" }, "/verificationId"],
    ["an id in capitals", { verificationId: "34901B43-29D6-4101-B6C2-387430D87A25", code: "123456" }, "/verificationId"],
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
    const firstCode = await codeFor(first.email);
    server.clock.advance(minute);
    const second = await begin({ email: first.email });
    const code = await codeFor(second.email);
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
    const [own, theirs] = [await codeFor(one.email), await codeFor(other.email)];
    // One time in a million they are the same.
    expect(problemOf(await verify(one.verificationId, theirs))).toEqual(own === theirs ? [200, ""] : [400, "code_invalid"]);
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
    expect((json as { data: SignupChallenge }).data.expiresAt).toBe(new Date(server.clock.now().getTime() + 5 * minute).toISOString());
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

  test("is refused after twelve in an hour, while the owner's own goes on, resends and all", async () => {
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

  test("is counted anew after an hour", async () => {
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

  test("starts four signups an hour for an address, so that guessing at it keeps nobody else out", async () => {
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

  test("asks so many times an hour, whoever for, and is told no more of who has an account", async () => {
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

  test("asks for other codes within the same number", async () => {
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

  test("costs no attempt, however often that happens, and leaves nothing", async () => {
    const { weak, fail } = await failing();
    const owner = signer(weak);
    const { verificationId, email, siteSlug } = await owner.begin();
    const code = await owner.codeFor(email);
    fail("at the owner");
    for (let times = 0; times < 8; times += 1) expect(problemOf(await owner.verify(verificationId, code))).toEqual([503, "unavailable"]);
    const made = await weak.deps.sql<{ id: string }>`select id from sites where slug = ${siteSlug}`;
    expect(made).toEqual([]);
    fail("never");
    expect(problemOf(await owner.verify(verificationId, otherCode(code)))).toEqual([400, "code_invalid"]);
    expect((await owner.verify(verificationId, code)).status).toBe(200);
    await weak.stop();
  });

  test("is answered with the key, if it was made and only the database's answer was lost", async () => {
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

test("a signup that came to nothing keeps no password for longer than an hour", async () => {
  const { verificationId } = await begin();
  server.clock.advance(30 * minute + 1);
  await removeEndedSignups.run(server.deps);
  const kept = await server.deps.sql<{ id: string }>`
    select id from signup_challenges where id = ${verificationId} and (password_hash is not null or code_hash is not null)`;
  expect(kept).toEqual([]);
  expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_expired"]);
});

test("a day after its end a signup is forgotten, and its counts", async () => {
  const { verificationId } = await begin();
  server.clock.advance(30 * minute + 24 * 60 * minute);
  await removeEndedSignups.run(server.deps);
  expect(problemOf(await resend(verificationId))).toEqual([410, "challenge_expired"]);
  server.clock.advance(1);
  const pending = await begin();
  await removeEndedSignups.run(server.deps);
  expect(problemOf(await resend(verificationId))).toEqual([404, "verification_not_found"]);
  const [left] = await server.deps.sql<{ challenges: number; counts: number }>`
    select (select count(*)::int from signup_challenges) as challenges, (select count(*)::int from signup_attempts) as counts`;
  expect(left).toEqual({ challenges: 1, counts: 1 });
  expect((await verify(pending.verificationId, await codeFor(pending.email))).status).toBe(200);
});

test("where signup is off there is nothing at its addresses, and no code is mailed any more", async () => {
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
