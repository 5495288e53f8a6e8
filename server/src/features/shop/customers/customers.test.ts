import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { linkIn, password, storefront, tokenIn } from "../../../../../test/kit/shopper.ts";

let server: TestServer;
let site: TestSite;
let store: ReturnType<typeof storefront>;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({ site: { name: "Fjord", allowedOrigins: ["https://shop.example"] } });
  store = storefront(server, site);
});
afterAll(() => server.stop());

describe("an account", () => {
  test("can be registered, confirmed, signed in to and changed", async () => {
    const registered = await store.post("/auth/register", {
      email: " Ada@Example.COM ",
      password,
      firstName: " Ada ",
      lastName: "",
      phone: null,
      verifyUrlBase: "https://shop.example/verify?from=mail",
    });
    expect(registered).toMatchObject({ status: 201 });
    const { data } = registered.json as { data: { id: string } };
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
      email: "ada@example.com",
      firstName: "Ada",
      lastName: null,
      phone: null,
      emailVerified: false,
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z",
    });

    const [mail] = await store.mailsTo("ada@example.com");
    expect(mail).toMatchObject({ from: { name: "Fjord", address: "no-reply@vitrine.example" } });
    const link = linkIn(mail as { text: string });
    expect(link.origin + link.pathname).toBe("https://shop.example/verify");
    expect(link.searchParams.get("from")).toBe("mail");
    const verified = await store.post("/auth/verify-email", { token: tokenIn(mail) });
    expect(verified.json).toEqual({ data: { ...data, emailVerified: true } });
    expect(await store.post("/auth/verify-email", { token: tokenIn(mail) })).toMatchObject({
      status: 400,
      json: { code: "token_invalid" },
    });

    const login = await store.post("/auth/login", { email: "ADA@example.com", password });
    expect(login.json).toEqual({
      ok: true,
      data: { token: expect.any(String) as string, customer: { id: data.id, email: "ada@example.com" } },
    });
    const { token } = (login.json as { data: { token: string } }).data;
    expect((await store.account(token)).json).toEqual({ data: { ...data, emailVerified: true } });

    const patched = await server.ask(`${shop}/account`, {
      method: "PATCH",
      body: JSON.stringify({ lastName: "Lovelace", phone: "+49 461 123" }),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    });
    expect(patched.json).toEqual({ data: { ...data, emailVerified: true, lastName: "Lovelace", phone: "+49 461 123" } });
  });

  test("exists once for each address and site", async () => {
    await store.register("twice@example.com");
    expect(await store.post("/auth/register", { email: "TWICE@example.com", password })).toMatchObject({
      status: 409,
      json: { code: "email_taken" },
    });
    const other = storefront(server, await server.addSite());
    await other.register("twice@example.com");
    expect(await store.mailsTo("twice@example.com")).toHaveLength(2);
  });

  test("a hundred registrations of one address at once make one account", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => store.post("/auth/register", { email: "race@example.com", password })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(99);
    expect(await store.mailsTo("race@example.com")).toHaveLength(1);
  });

  test("needs a confirmed address before the first login, if the site requires it", async () => {
    const strict = storefront(server, await server.addSite({ site: { settings: { customers: { requireVerifiedEmail: true } } } }));
    await strict.register("new@example.com");
    expect(await strict.post("/auth/login", { email: "new@example.com", password })).toMatchObject({
      status: 403,
      json: { code: "email_not_verified" },
    });
    expect(await strict.post("/auth/login", { email: "new@example.com", password: "wrong password" })).toMatchObject({ status: 401 });
    const [mail] = await strict.mailsTo("new@example.com");
    await strict.post("/auth/verify-email", { token: tokenIn(mail) });
    expect(await strict.logIn("new@example.com")).toBeDefined();
  });
});

describe("a password", () => {
  const reset = async (email: string, base = "https://shop.example/reset") => {
    expect(await store.post("/auth/request-password-reset", { email, resetUrlBase: base })).toMatchObject({
      status: 200,
      json: { data: { accepted: true } },
    });
    return tokenIn((await store.mailsTo(email)).filter(({ text }) => text.includes(base)).at(-1));
  };

  test("can be reset by mail, which confirms the address and ends all earlier tokens", async () => {
    const id = await store.register("forgets@example.com");
    const [welcome] = await store.mailsTo("forgets@example.com");
    const session = (await store.logIn("forgets@example.com")) ?? "";
    expect((await store.account(session)).status).toBe(200);
    const token = await reset("forgets@example.com");
    const answer = await store.post("/auth/reset-password", { token, password: "another good one" });
    expect(answer).toMatchObject({ status: 200, json: { data: { id, emailVerified: true } } });
    expect(await store.account(session)).toMatchObject({ status: 401, json: { code: "token_invalid" } });
    expect(await store.logIn("forgets@example.com")).toBeUndefined();
    expect(await store.logIn("forgets@example.com", "another good one")).toBeDefined();
    for (const used of [token, tokenIn(welcome)]) {
      expect(await store.post("/auth/reset-password", { token: used, password })).toMatchObject({
        status: 400,
        json: { code: "token_invalid" },
      });
      expect(await store.post("/auth/verify-email", { token: used })).toMatchObject({ status: 400, json: { code: "token_invalid" } });
    }
    const mails = await store.mailsTo("forgets@example.com");
    expect(mails).toHaveLength(3);
    expect(mails.at(-1)?.subject).toMatch(/password/i);
    expect(mails.at(-1)?.text).not.toContain("token");
  });

  test("can be changed by a customer who knows it, which ends all tokens", async () => {
    await store.register("changes@example.com");
    const one = (await store.logIn("changes@example.com")) ?? "";
    const two = (await store.logIn("changes@example.com")) ?? "";
    const change = (token: string, currentPassword: string, newPassword: string) =>
      store.post("/account/change-password", { currentPassword, newPassword }, { authorization: `Bearer ${token}` });
    expect(await change(one, "wrong", "a quite new one")).toMatchObject({ status: 401, json: { code: "invalid_credentials" } });
    expect(await change(one, password, "password1")).toMatchObject({
      status: 400,
      json: { errors: [{ path: "/newPassword", code: "too_common" }] },
    });
    expect(await change(one, password, "a quite new one")).toMatchObject({ status: 200, json: { data: { email: "changes@example.com" } } });
    for (const token of [one, two]) expect(await store.account(token)).toMatchObject({ status: 401, json: { code: "token_invalid" } });
    expect(await store.logIn("changes@example.com", "a quite new one")).toBeDefined();
  });

  test("one reset of a hundred with the same token takes effect", async () => {
    await store.register("races@example.com");
    const token = await reset("races@example.com");
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => store.post("/auth/reset-password", { token, password: `chosen by number ${index}` })),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
    expect(await store.logIn("races@example.com", `chosen by number ${winners[0]}`)).toBeDefined();
  });

  test("a reset token ends after an hour or when a newer one is mailed, and works at no other site", async () => {
    await store.register("slow@example.com");
    const older = await reset("slow@example.com");
    const newer = await reset("slow@example.com");
    const other = storefront(server, await server.addSite());
    const choose = (at: typeof store, token: string) => at.post("/auth/reset-password", { token, password: "brand new and long" });
    const garbage = await choose(store, "A".repeat(43));
    const withoutRequestId = ({ status, text }: { status: number; text: string }) => [status, text.replace(/"requestId":"[^"]+"/, "")];
    expect(garbage).toMatchObject({ status: 400, json: { code: "token_invalid" } });
    expect(withoutRequestId(await choose(store, older))).toEqual(withoutRequestId(garbage));
    expect(withoutRequestId(await choose(other, newer))).toEqual(withoutRequestId(garbage));
    expect(withoutRequestId(await store.post("/auth/verify-email", { token: newer }))).toEqual(withoutRequestId(garbage));
    server.clock.advance(60 * 60_000 - 1);
    const late = await reset("slow@example.com");
    server.clock.advance(60 * 60_000);
    expect(withoutRequestId(await choose(store, late))).toEqual(withoutRequestId(garbage));
  });

  test("may not be too common, too short or too long", async () => {
    const refused = [
      "short",
      "1234567",
      "a".repeat(201),
      "password",
      "PASSWORD1",
      "qwertz123",
      "12345678",
      "11111111",
      "passwort!",
      "iloveyou",
      "weak@example.com",
      "87654321",
    ];
    for (const refusedPassword of refused) {
      expect([
        refusedPassword,
        (await store.post("/auth/register", { email: "weak@example.com", password: refusedPassword })).status,
      ]).toEqual([refusedPassword, 400]);
    }
    const accepted = ["zwölf Boxkämpfer", "a".repeat(199) + "b", "        x", "日本語のパスワード", "😀😁😂🤣😃😄😅😆", "correcthorse"];
    for (const [index, acceptedPassword] of accepted.entries()) {
      await store.register(`strong${index}@example.com`, { password: acceptedPassword });
      expect(await store.logIn(`strong${index}@example.com`, acceptedPassword)).toBeDefined();
      expect(await store.logIn(`strong${index}@example.com`, `${acceptedPassword} `)).toBeUndefined();
      expect(await store.logIn(`strong${index}@example.com`, acceptedPassword.slice(0, -1))).toBeUndefined();
    }
    expect(await store.logIn("strong1@example.com", "a".repeat(199) + "c")).toBeUndefined();
    // The same characters, composed otherwise.
    expect(await store.logIn("strong0@example.com", "zwo\u0308lf Boxka\u0308mpfer")).toBeDefined();
  });
});

describe("the confirmation mail", () => {
  test("is sent again on request by token or by address, until the address is confirmed", async () => {
    await store.register("again@example.com");
    const token = (await store.logIn("again@example.com")) ?? "";
    const body = { verifyUrlBase: "https://shop.example/v" };
    const accepted = { status: 200, json: { data: { accepted: true } } };
    await server.runTasks();
    expect(await store.post("/auth/request-email-verification", body, { authorization: `Bearer ${token}` })).toMatchObject(accepted);
    await server.runTasks();
    expect(await store.post("/auth/request-email-verification", { ...body, email: "AGAIN@example.com" })).toMatchObject(accepted);
    expect(await store.post("/auth/request-email-verification", body)).toMatchObject(accepted);
    expect(await store.post("/auth/request-email-verification", { ...body, email: "nobody@example.com" })).toMatchObject(accepted);
    const mails = await store.mailsTo("again@example.com");
    expect(mails).toHaveLength(3);
    expect(await store.mailsTo("nobody@example.com")).toEqual([]);
    expect(await store.post("/auth/verify-email", { token: tokenIn(mails[0]) })).toMatchObject({ status: 400 });
    expect(await store.post("/auth/verify-email", { token: tokenIn(mails[2]) })).toMatchObject({ status: 200 });
    await store.post("/auth/request-email-verification", body, { authorization: `Bearer ${token}` });
    expect(await store.mailsTo("again@example.com")).toHaveLength(3);
  });

  test("links to the storefront, or to the hosted page if there is none", async () => {
    const withShop = storefront(server, await server.addSite({ site: { storefrontUrl: "https://front.example/de/" } }));
    await withShop.register("one@example.com");
    await withShop.post("/auth/request-password-reset", { email: "one@example.com", resetUrlBase: "https://evil.example/" });
    const links = (await withShop.mailsTo("one@example.com")).map((mail) => linkIn(mail).href.replace(/=[\w-]{43}$/, "=…"));
    expect(links.sort()).toEqual(["https://front.example/de/reset-password?token=…", "https://front.example/de/verify-email?token=…"]);
    const plain = await server.addSite();
    await storefront(server, plain).register("two@example.com");
    const [ownMail] = await storefront(server, plain).mailsTo("two@example.com");
    expect(ownMail && linkIn(ownMail).href).toMatch(
      new RegExp(`^http://localhost:3000/sites/${plain.slug}/verify-email\\?token=[\\w-]{43}$`),
    );
  });

  test("is in the site's language and has its name as the sender", async () => {
    for (const [locale, word] of [
      ["de", "bestätigen"],
      ["pt-BR", "onfirm"],
      ["en", "onfirm"],
      ["fr", "onfirm"],
    ] as const) {
      const localized = storefront(
        server,
        await server.addSite({ site: { defaultLocale: locale, locales: [locale], settings: { mail: { senderName: "Der Laden" } } } }),
      );
      await localized.register(`${locale.toLowerCase()}@example.org`);
      const [mail] = await localized.mailsTo(`${locale.toLowerCase()}@example.org`);
      expect(mail).toMatchObject({ from: { name: "Der Laden" }, subject: expect.stringContaining(word) as string });
    }
  });

  test("lets a person who did not ask for the account remove it, until it is confirmed", async () => {
    for (const confirmed of [false, true]) {
      const email = `victim-${confirmed}@example.com`;
      await store.register(email);
      const [mail] = await store.mailsTo(email);
      const links = [...(mail?.text.matchAll(/https?:\/\/\S+/g) ?? [])].map(([link]) => new URL(link));
      const notMe = links.find(({ pathname }) => pathname.endsWith("/not-me"));
      expect(notMe?.pathname).toBe(`/sites/${site.slug}/not-me`);
      if (confirmed) await store.post("/auth/verify-email", { token: tokenIn(mail) });
      const path = `${notMe?.pathname}${notMe?.search}`;
      expect((await server.ask(path)).status).toBe(200);
      expect(await store.logIn(email)).toBeDefined();
      await server.ask(notMe?.pathname ?? "", {
        method: "POST",
        body: new URLSearchParams({ token: notMe?.searchParams.get("token") ?? "" }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect((await store.logIn(email)) !== undefined).toBe(confirmed);
    }
  });
});
