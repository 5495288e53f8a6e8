import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignupChallenge } from "../../../../../client/src/index.ts";
import { asAdmin, cookiesOf } from "../../../../../test/kit/admins.ts";
import { cms, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { starterSite } from "./starter-site.ts";
import { laterServer, newSignup, otherCode, problemOf, signer } from "../../../../../test/kit/signer.ts";

const minute = 60_000;
const never = "00000000-0000-4000-8000-000000000000";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const { start, resend, verify, codeFor, begin } = signer(laterServer(() => server));
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
            id: site?.id,
            slug: signup.siteSlug,
            name: signup.siteName,
            defaultLocale: "en",
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

  test("makes pages whose links all lead somewhere", async () => {
    const { pages = [], entries = [], forms = [] } = await starterSite();
    const places = [...pages.map(({ slug }) => `/pages/${slug}`), ...entries.map(({ slug }) => `/blog/${slug}`)];
    const text = JSON.stringify([pages, entries]);
    const links = [...text.matchAll(/"(?:href|buttonHref)":"([^"]+)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((href) => !places.includes(href))).toEqual([]);
    const shownForms = [...text.matchAll(/"form":"([^"]+)"/g)].map(([, form = ""]) => form);
    expect(shownForms).toEqual(forms.map(({ slug }) => slug));
  });

  test("makes an owner with the chosen password", async () => {
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
    const storedHash = owners[0]?.passwordHash ?? "";
    expect(await passwords.turn({ group: "signup", client: "" }, ({ verify: check }) => check(storedHash, signup.password))).toBe(true);
    expect(await passwords.turn({ group: "signup", client: "" }, ({ verify: check }) => check(storedHash, `${signup.password}!`))).toBe(
      false,
    );

    const signedIn = await asAdmin(server).post("/session", { email: signup.email, password: signup.password });
    expect(signedIn.json).toMatchObject({ data: { sites: [{ slug: signup.siteSlug, role: "OWNER" }] } });
    const log = await asAdmin(server, { headers: { cookie: cookiesOf(signedIn) } }).get(`/sites/${signup.siteSlug}/audit`);
    const [name] = signup.email.split("@");
    expect(log.json).toMatchObject({ data: [{ action: "verifySignup", actor: { kind: "SIGNUP", admin: { name } } }], total: 1 });
  });

  test("keeps no password once it is verified or cancelled", async () => {
    const [verified, cancelled] = [await begin(), await begin()];
    await verify(verified.verificationId, await codeFor(verified.email));
    const code = await codeFor(cancelled.email);
    for (let guess = 1; guess <= 5; guess += 1) await verify(cancelled.verificationId, otherCode(code, guess));
    const keptChallenges = await server.deps.sql<{ id: string }>`
      select id from signup_challenges
      where id in (${verified.verificationId}, ${cancelled.verificationId}) and (password_hash is not null or code_hash is not null)`;
    expect(keptChallenges).toEqual([]);
  });

  test("can be called by a browser from any origin", async () => {
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
  ])("writes its mail in the language of %s", async (language, subject) => {
    const signup = newSignup();
    await start(signup, { "accept-language": language });
    await server.runTasks();
    expect(server.mails.find(({ to }) => to === signup.email)?.subject).toBe(`${subject} – Vitrine`);
  });

  test("has no free text of the visitor in its mail, and no code in the subject", async () => {
    const signup = await begin({ siteName: "Your account is locked, see https://evil.example <b>now</b>" });
    const code = await codeFor(signup.email);
    const mail = server.mails.find(({ to }) => to === signup.email);
    expect(JSON.stringify(mail)).not.toMatch(/locked|evil/);
    expect(mail?.subject).not.toContain(code);
    expect(mail?.html).toContain(`>${code}<`);
    expect(mail?.text).toContain(signup.siteSlug);
  });
});

describe("the input of a signup", () => {
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
  ])("is refused with %s, by its place", async (_what, wrong, path) => {
    const signup = { ...newSignup(), ...wrong };
    const answer = await start(signup);
    expect(problemOf(answer)).toEqual([400, "validation_failed"]);
    expect((answer.json as { errors: { path: string }[] }).errors.map((error) => error.path)).toContain(path);
    await server.runTasks();
    expect(server.mails.filter(({ to }) => to === signup.email)).toEqual([]);
  });

  test.each(["Ab", "a".repeat(80), "Ça  va", "茶店", "Fjord & Form 🦭"])("may have the name %s", async (siteName) => {
    expect((await start({ ...newSignup(), siteName })).status).toBe(200);
  });

  test.each(["api", "admin", "www", "null", "xn--shop", "login", "wpad", "vitrine-support"])(
    "may not have the reserved slug %s",
    async (siteSlug) => {
      expect(problemOf(await start({ ...newSignup(), siteSlug }))).toEqual([409, "site_slug_taken"]);
    },
  );

  test.each(["ab", "a1", "1-2", "a--b", "a".repeat(63)])("may have the slug %s", async (siteSlug) => {
    expect((await start({ ...newSignup(), siteSlug })).status).toBe(200);
  });

  test.each<[string, unknown, string]>([
    ["no id", { code: "123456" }, "/verificationId"],
    ["an id that is none", { verificationId: "1", code: "123456" }, "/verificationId"],
    ["an id in capitals", { verificationId: "34901B43-29D6-4101-B6C2-387430D87A25", code: "123456" }, "/verificationId"],
    ["an id in another spelling", { verificationId: `{${never}}`, code: "123456" }, "/verificationId"],
    ["no code", { verificationId: never }, "/code"],
    ["a number for a code", { verificationId: never, code: 123456 }, "/code"],
  ])("is refused in a verification with %s, by its place", async (_what, body, path) => {
    const answer = await signer(server).post("/signup/verify", body);
    expect(problemOf(answer)).toEqual([400, "validation_failed"]);
    expect((answer.json as { errors: { path: string }[] }).errors.map((error) => error.path)).toEqual([path]);
  });

  test("with an unknown id is not found", async () => {
    expect(problemOf(await verify(never, "123456"))).toEqual([404, "verification_not_found"]);
    expect(problemOf(await resend(never))).toEqual([404, "verification_not_found"]);
  });
});

describe("a slug and an address", () => {
  test("of an existing site are refused at once, and of a pending signup are not", async () => {
    const first = await begin();
    await verify(first.verificationId, await codeFor(first.email));
    expect(problemOf(await start({ ...newSignup(), siteSlug: first.siteSlug }))).toEqual([409, "site_slug_taken"]);
    expect(problemOf(await start({ ...newSignup(), email: first.email.toUpperCase() }))).toEqual([409, "email_taken"]);
    const site = await server.addSite();
    expect(problemOf(await start({ ...newSignup(), siteSlug: site.slug }))).toEqual([409, "site_slug_taken"]);
    const pending = await begin();
    expect((await start({ ...newSignup(), siteSlug: pending.siteSlug })).status).toBe(200);
  });

  test("go to the first visitor who verifies; the other signup ends, and makes nothing", async () => {
    const slug = newSignup().siteSlug;
    const [quick, slow] = [await begin({ siteSlug: slug }), await begin({ siteSlug: slug })];
    const code = await codeFor(slow.email);
    expect((await verify(quick.verificationId, await codeFor(quick.email))).status).toBe(200);
    expect(problemOf(await verify(slow.verificationId, code))).toEqual([409, "site_slug_taken"]);
    expect(problemOf(await verify(slow.verificationId, code))).toEqual([410, "challenge_cancelled"]);
    const admins = await server.deps.sql<{ id: string }>`select id from admins where email = ${slow.email}`;
    expect(admins).toEqual([]);
  });

  test("end the signup and leave no site if the address is taken meanwhile", async () => {
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
