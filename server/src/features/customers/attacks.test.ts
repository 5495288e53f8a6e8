import fc from "fast-check";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shop, startServer, type Answer, type TestServer, type TestSite } from "../../../../test/kit/harness.ts";
import { linkIn, password, storefront, tokenIn } from "../../../../test/kit/shopper.ts";

let server: TestServer;
let site: TestSite;
let store: ReturnType<typeof storefront>;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({ site: { allowedOrigins: ["https://shop.example", "https://*.wild.example", "http://dev.example:8080"] } });
  store = storefront(server, site);
});
afterAll(() => server.stop());

/** The answer but for what differs from one request to the next. */
const seen = ({ status, headers, text }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !["x-request-id", "date", "ratelimit"].includes(name)),
  text: text.replace(/"requestId":"[^"]+"/, ""),
});

describe("nobody learns whether there is an account (A1)", () => {
  test("from the words of an answer", async () => {
    const other = await server.addSite();
    await storefront(server, other).register("elsewhere@example.com");
    await store.register("unverified@example.com");
    await store.register("verified@example.com");
    await store.register("removed@example.com");
    await server.runTasks();
    const [mail] = await store.mailsTo("verified@example.com");
    await store.post("/auth/verify-email", { token: tokenIn(mail) });
    await server.deps.sql`delete from customers where site_id = ${site.id} and email = 'removed@example.com'`;
    const emails = ["unverified@example.com", "verified@example.com", "removed@example.com", "elsewhere@example.com", "never@example.com"];
    for (const [path, body] of [
      ["/auth/login", { password: "not the password" }],
      ["/auth/request-password-reset", { resetUrlBase: "https://shop.example/r" }],
      ["/auth/request-password-reset", { resetUrlBase: "https://evil.example/r" }],
      ["/auth/request-email-verification", { verifyUrlBase: "https://shop.example/v" }],
      ["/auth/request-email-verification", { verifyUrlBase: "https://evil.example/v" }],
    ] as const) {
      const answers = [];
      for (const email of emails) answers.push(seen(await store.post(path, { ...body, email })));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
  });

  test("from what a request writes: one row, whoever is asked about", async () => {
    await store.register("here@example.com");
    await server.runTasks();
    const rows = async () => {
      const [{ count } = { count: -1 }] = await server.deps.sql<{ count: number }>`select count(*)::int as count from outbox`;
      const [{ tokens } = { tokens: -1 }] = await server.deps.sql<{ tokens: number }>`select count(*)::int as tokens from customer_tokens`;
      return { count, tokens };
    };
    for (const email of ["here@example.com", "nobody@example.com"]) {
      const before = await rows();
      await store.post("/auth/request-password-reset", { email, resetUrlBase: "https://shop.example/r" });
      await store.post("/auth/request-email-verification", { email, verifyUrlBase: "https://shop.example/r" });
      expect(await rows()).toEqual({ count: before.count + 2, tokens: before.tokens });
    }
  });
});

// What a mail may link to: an origin that the site allows word for word, or our own pages.
const hostile = [
  ...[
    "https://evil.example/",
    "https://shop.example.evil.example/",
    "https://evil.example/https://shop.example",
    "https://evilshop.example",
  ],
  ...[
    "https://sub.shop.example/",
    "https://a.wild.example/",
    "https://*.wild.example/",
    "https://wild.example",
    "http://shop.example/",
    "https://shop.example:8443/",
  ],
  ...[
    "https://shop.example.",
    "https://shop.example.:443/",
    "https://shop.example@evil.example/",
    "https://user@shop.example/",
    "https://user:pass@shop.example/",
  ],
  ...[
    "https://:pass@shop.example/",
    "https://shop.example:pass@evil.example/",
    "https://shop.example%40evil.example/",
    "https://shop.example%2f@evil.example/",
  ],
  ...[
    "https://shop.example\\@evil.example/",
    "https:\\\\shop.example/",
    "https:/\\shop.example",
    "https://shop.example\\.evil.example",
    "\\\\shop.example\\x",
  ],
  ...[
    "https://shop.example\t.evil.example/",
    "https://shop.example\n/",
    "https://shop.example\r\nBcc: a@b.c",
    " https://shop.example/",
    "https://shop.example/ ",
  ],
  ...[
    "java\tscript:alert(1)",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//https://shop.example",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
  ],
  ...[
    "blob:https://shop.example/x",
    "file:///etc/passwd",
    "ftp://shop.example/",
    "mailto:a@shop.example",
    "ws://shop.example",
    "about:blank",
    "view-source:https://shop.example",
  ],
  ...[
    "//shop.example/",
    "/verify",
    "verify",
    "",
    " ",
    "https:",
    "https:shop.example",
    "https:/shop.example",
    "https:///shop.example/",
    "http://",
    "https://?x",
    "https://#",
  ],
  ...[
    "https://shop.example/#frag",
    "https://shop.example/#",
    "https://evil.example/#https://shop.example",
    "https://shop.example#@evil.example/",
  ],
  ...["https://ѕhop.example/", "https://shop.example。evil.example", "https://xn--shop-.example"],
  ...[
    "https://shop.example:443.evil.example/",
    "https://shop.example:99999/",
    "https://shop.example:0/",
    "https://127.0.0.1/",
    "http://localhost:3000/",
    "https://[::1]/",
    "https://0x7f.1/",
  ],
  ...[
    "http://dev.example/",
    "https://dev.example:8080/",
    "http://dev.example:80800/",
    "null",
    "undefined",
    "https://shop.example\u0000.evil.example/",
    "https://evil.example/?shop.example",
  ],
  ...[
    `https://shop.example/${"a".repeat(2_100)}`,
    "https://shop.example\u2028/",
    "https://shop.example\u00a0/",
    "HTTPS:\\\\SHOP.EXAMPLE",
    "https://shop.example/%0d%0aBcc:%20a@b.c",
  ],
];
const harmless = [
  // Other spellings of the site's own origin: the mail has the canonical one.
  ...["https://shop。example/x", "https://shop%2eexample/x", "https://sh\u200bop.example/x"],
  ...[
    "https://shop.example",
    "https://shop.example/",
    "https://SHOP.example/Verify",
    "https://shop.example:443/a/b?c=d&e=f",
    "HTTPS://shop.example/x",
  ],
  ...[
    "https://shop.example/?token=old&x=1",
    "https://shop.example/a%20b",
    "https://shop.example/ä?ü=ß",
    "http://dev.example:8080/x",
    "https://shop.example/%0d%0aBcc:%20a@b.c",
  ],
  ...["https://shop.example/../../x", "https://shop.example/'\"<>`", "https://shop.example/?next=https://evil.example/"],
];

describe("a mail leads nowhere but to the site (A3)", () => {
  const own = new Set(["https://shop.example", "http://dev.example:8080", "http://localhost:3000"]);
  let next = 0;

  /** What became of each way to hand over the URL: refused, or where the mail led. */
  const outcomes = async (url: string) => {
    const email = `link${(next += 1)}@example.com`;
    const registered = await store.post("/auth/register", { email, password, verifyUrlBase: url });
    if (registered.status !== 201) await store.register(email);
    await server.runTasks();
    const token = (await store.logIn(email)) ?? "";
    const answers = [
      registered,
      await store.post("/auth/request-password-reset", { email, resetUrlBase: url }),
      await store.post("/auth/request-email-verification", { email, verifyUrlBase: url }),
      await store.post("/auth/request-email-verification", { verifyUrlBase: url }, { authorization: `Bearer ${token}` }),
    ];
    const mails = await store.mailsTo(email);
    for (const { text, html } of mails) {
      for (const [link] of `${text}\n${html}`.matchAll(/https?:\/\/[^\s"<]+/g)) {
        expect([url, own.has(new URL(link).origin)]).toEqual([url, true]);
      }
      expect(`${text}${html}`).not.toMatch(/javascript:|data:/i);
    }
    return { answers, mails };
  };

  test.each([...new Set(hostile)])("%j", async (url) => {
    const { answers, mails } = await outcomes(url);
    const isHarmless = harmless.includes(url);
    for (const { status, json } of answers) {
      const { data, code } = json as { data?: { warnings?: { code: string }[] }; code?: string };
      if (status === 400) expect(code).toBe(url.includes("\u0000") ? "invalid_json" : "validation_failed");
      else if (!isHarmless) expect([url, data?.warnings?.[0]?.code]).toEqual([url, "url_not_allowed"]);
    }
    if (!isHarmless) for (const mail of mails) expect(linkIn(mail).origin).toBe("http://localhost:3000");
  });

  test.each(harmless)("but %j is the site's, and is kept with all its parameters", async (url) => {
    const { answers, mails } = await outcomes(url);
    for (const { status, text } of answers) expect([status === 200 || status === 201, text.includes("warnings")]).toEqual([true, false]);
    for (const mail of mails) {
      const link = linkIn(mail);
      expect(link.origin).toBe(new URL(url).origin);
      expect(link.pathname).toBe(new URL(url).pathname);
      expect(link.searchParams.getAll("token")).toHaveLength(1);
      expect(link.searchParams.get("token")).toMatch(/^[\w-]{43}$/);
      for (const [name, value] of new URL(url).searchParams) if (name !== "token") expect(link.searchParams.get(name)).toBe(value);
    }
  });

  test("whatever it is put together from", async () => {
    const part = fc.constantFrom(
      "https://",
      "http:",
      "//",
      "/",
      "\\",
      "@",
      ":",
      ".",
      "shop.example",
      "evil.example",
      "dev.example:8080",
      "#",
      "?",
      "%2f",
      "\t",
      "token=",
      "443",
      "a",
    );
    await store.register("fuzzed@example.com");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 9 }), async (parts) => {
        const { status } = await store.post("/auth/request-password-reset", { email: "fuzzed@example.com", resetUrlBase: parts.join("") });
        expect([200, 400]).toContain(status);
        server.clock.advance(60 * 60_000);
        for (const mail of await store.mailsTo("fuzzed@example.com")) expect(own.has(linkIn(mail).origin)).toBe(true);
        server.mails.length = 0;
      }),
      { numRuns: 100 },
    );
  });

  test("is decided before any account is looked up", async () => {
    for (const email of ["fuzzed@example.com", "nobody-at-all@example.com"]) {
      expect(await store.post("/auth/request-password-reset", { email, resetUrlBase: "nonsense" })).toMatchObject({ status: 400 });
    }
  });
});

describe("a token of a login (X7)", () => {
  const encode = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

  /** Tokens that are not, or not quite, what we issue. */
  async function forgeries(id: string, good: string): Promise<[string, string][]> {
    const { secrets } = server.deps;
    const [{ id: kid, bytes }] = secrets.derive(`vitrine/customer-token/${site.id}`);
    const other = await server.addSite();
    const now = Math.floor(server.clock.now().getTime() / 1_000);
    const claims = { iss: "http://localhost:3000", aud: site.id, sub: id, iat: now, exp: now + 600, jti: "j", ver: 1 };
    const sign = (more: object, header: object = {}, key: Uint8Array = bytes) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: "HS256", typ: "JWT", kid, ...header }).sign(key);
    const without = (name: string) => sign({ [name]: undefined });
    const [header = "", payload = "", signature = ""] = good.split(".");
    const last = signature.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return [
      ["nothing", ""],
      ["not a token", "hello"],
      ["two parts", `${header}.${payload}`],
      ["four parts", `${good}.x`],
      ["five parts, as if encrypted", `${good}.x.y`],
      ["no signature", `${header}.${payload}.`],
      ["another signature", `${header}.${payload}.${"A".repeat(43)}`],
      ["a signature in another spelling", `${header}.${payload}.${signature.slice(0, -1)}${alphabet[alphabet.indexOf(last) ^ 1] ?? ""}`],
      ["a signature with padding", `${good}=`],
      ["the token twice", `${good},${good}`],
      ["another payload", `${header}.${encode({ ...claims, sub: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f" })}.${signature}`],
      ["alg none", new UnsecuredJWT(claims).encode()],
      ["alg none with a signature", `${encode({ alg: "none", typ: "JWT", kid })}.${payload}.${signature}`],
      ["alg None", `${encode({ alg: "None", typ: "JWT", kid })}.${payload}.${signature}`],
      ["alg hs256", `${encode({ alg: "hs256", typ: "JWT", kid })}.${payload}.${signature}`],
      ["alg HS384", await sign({}, { alg: "HS384" }, new Uint8Array(48))],
      ["alg HS512", await sign({}, { alg: "HS512" }, new Uint8Array(64))],
      ["alg RS256 over our key", `${encode({ alg: "RS256", typ: "JWT", kid })}.${payload}.${signature}`],
      ["another type", await sign({}, { typ: "at+jwt" })],
      ["no type", await sign({}, { typ: undefined })],
      ["an unknown key", await sign({}, { kid: "other" })],
      ["no key", await sign({}, { kid: undefined })],
      ["a key that is a path", await sign({}, { kid: "../../../dev/null" }, new Uint8Array(32))],
      ["a key that is SQL", await sign({}, { kid: "' or '1'='1" })],
      ["a key that is a number", await sign({}, { kid: 0 as unknown as string })],
      ["a key of its own", await sign({}, { jwk: { kty: "oct", k: encode("k") } }, new Uint8Array(32))],
      ["a key from elsewhere", await sign({}, { jku: "https://evil.example/keys" }, new Uint8Array(32))],
      ["a certificate", await sign({}, { x5u: "https://evil.example/x" })],
      ["something critical", `${encode({ alg: "HS256", typ: "JWT", kid, crit: ["x"], x: 1 })}.${payload}.${signature}`],
      ["an empty key", await sign({}, {}, new Uint8Array(1))],
      ["the secret itself as key", await sign({}, {}, new Uint8Array(32))],
      ["another issuer", await sign({ iss: "https://evil.example" })],
      ["no issuer", await without("iss")],
      ["another site, under this one's key", await sign({ aud: other.id })],
      ["no site", await without("aud")],
      ["two sites", await sign({ aud: [site.id, other.id] })],
      ["a site that is not there", await sign({ aud: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f" })],
      ["a site that is no id", await sign({ aud: "x' or true --" })],
      ["nobody", await without("sub")],
      ["a customer that is not there", await sign({ sub: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f" })],
      ["a customer that is no id", await sign({ sub: "*" })],
      ["an expired token", await sign({ iat: now - 700, exp: now - 1 })],
      ["one that expires now", await sign({ exp: now })],
      ["no expiry", await without("exp")],
      ["an expiry that is text", await sign({ exp: "never" })],
      ["one from the future", await sign({ iat: now + 60 })],
      ["one not yet valid", await sign({ nbf: now + 60 })],
      ["no instant of issue", await without("iat")],
      ["no id", await without("jti")],
      ["no version", await without("ver")],
      ["an older version", await sign({ ver: 0 })],
      ["a later version", await sign({ ver: 2 })],
      ["a version that is text", await sign({ ver: "1" })],
      ["a version that is huge", await sign({ ver: 1e300 })],
      ["a version with a fraction", await sign({ ver: 1.5 })],
      ["eight kilobytes", await sign({ x: "x".repeat(8_000) })],
      ["an API key", site.key],
    ];
  }

  test("is good as it was issued, and in no other way", async () => {
    const id = await store.register("jwt@example.com");
    const good = (await store.logIn("jwt@example.com")) ?? "";
    const list = await forgeries(id, good);
    expect(list.length).toBeGreaterThanOrEqual(40);
    const calls = (headers: Record<string, string>) => [
      server.ask(`${shop}/account`, { headers }),
      server.ask(`${shop}/account`, {
        method: "PATCH",
        body: '{"firstName":"Forged"}',
        headers: { "content-type": "application/json", ...headers },
      }),
      store.post("/account/change-password", { currentPassword: password, newPassword: "a forged password" }, headers),
      store.post("/auth/request-email-verification", { verifyUrlBase: "https://shop.example/" }, headers),
      store.post("/auth/request-email-verification", { verifyUrlBase: "https://shop.example/" }, { ...headers, "x-api-key": site.key }),
    ];
    for (const [what, token] of list) {
      for (const [index, { status, json, headers }] of (await Promise.all(calls({ authorization: `Bearer ${token}` }))).entries()) {
        expect([what, index, status, (json as { code: string }).code]).toEqual([what, index, 401, "token_invalid"]);
        expect(headers.get("www-authenticate")).toContain("Bearer");
      }
    }
    for (const scheme of ["Basic", "Token", "Bearer:", "bearer ,", ""]) {
      expect(await server.ask(`${shop}/account`, { headers: { authorization: `${scheme} ${good}` } })).toMatchObject({ status: 401 });
    }
    expect(await store.account(good)).toMatchObject({ status: 200, json: { data: { id, firstName: null } } });
    expect((await server.ask(`${shop}/account`, { headers: { authorization: `bearer ${good}` } })).status).toBe(200);
  });

  test("is of its own site, whatever key is beside it (A11)", async () => {
    await store.register("two-sites@example.com");
    const token = (await store.logIn("two-sites@example.com")) ?? "";
    const other = await server.addSite();
    const authorization = `Bearer ${token}`;
    expect(await store.account(token, { "x-api-key": site.key })).toMatchObject({ status: 200 });
    expect(await store.account(token, { "x-api-key": other.key })).toMatchObject({ status: 401, json: { code: "token_invalid" } });
    expect(await store.account(token, { "x-api-key": `pk_${"a".repeat(32)}` })).toMatchObject({
      status: 401,
      json: { code: "api_key_invalid" },
    });
    const body = { verifyUrlBase: "https://shop.example/" };
    expect(await store.post("/auth/request-email-verification", body, { authorization, "x-api-key": other.key })).toMatchObject({
      status: 401,
      json: { code: "token_invalid" },
    });
    expect(await store.post("/auth/request-email-verification", body, { authorization, "x-api-key": site.key })).toMatchObject({
      status: 200,
    });
    expect(await store.account(token, { origin: "https://evil.example" })).toMatchObject({
      status: 403,
      json: { code: "origin_not_allowed" },
    });
    expect(await store.account(token, { origin: "https://shop.example" })).toMatchObject({ status: 200 });
  });

  test("lasts seven days, and ends with its customer and with its site", async () => {
    const own = await server.addSite();
    const here = storefront(server, own);
    const id = await here.register("ends@example.com");
    const token = (await here.logIn("ends@example.com")) ?? "";
    server.clock.advance(7 * 24 * 60 * 60_000 - 1_000);
    expect((await here.account(token)).status).toBe(200);
    server.clock.advance(1_000);
    expect((await here.account(token)).status).toBe(401);
    const second = (await here.logIn("ends@example.com")) ?? "";
    await server.deps.sql`update sites set suspended_at = now(), content_version = content_version + 1 where id = ${own.id}`;
    await server.directory.poll();
    expect(await here.account(second)).toMatchObject({ status: 403, json: { code: "site_suspended" } });
    await server.deps.sql`update sites set suspended_at = null, content_version = content_version + 1 where id = ${own.id}`;
    await server.directory.poll();
    expect((await here.account(second)).status).toBe(200);
    await server.deps.sql`delete from customers where site_id = ${own.id} and id = ${id}`;
    expect((await here.account(second)).status).toBe(401);
  });
});

describe("whoever made an account with another's address (A6)", () => {
  const attacker = "the attacker's password";
  // What happens between the attacker's registration and the victim's reset, in every order.
  const steps = ["attacker signs in", "attacker asks for a mail", "victim opens the confirmation"] as const;
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  test.each(orders.map((order) => [order.map((step) => steps[step]).join(", then "), order]))(
    "has nothing of it once its owner chose a password: %s",
    async (_name, order) => {
      const email = `victim${order.join("")}@example.com`;
      await store.register(email, { password: attacker });
      const sessions: string[] = [];
      for (const step of order) {
        if (step === 0) sessions.push((await store.logIn(email, attacker)) ?? "");
        if (step === 1) await store.post("/auth/request-email-verification", { email, verifyUrlBase: "https://shop.example/" });
        if (step === 2) await store.post("/auth/verify-email", { token: tokenIn((await store.mailsTo(email)).at(-1)) });
      }
      await server.runTasks();
      const mailed = (await store.mailsTo(email)).map(tokenIn);
      await store.post("/auth/request-password-reset", { email, resetUrlBase: "https://shop.example/reset" });
      const reset = (await store.mailsTo(email)).find(({ text }) => text.includes("https://shop.example/reset"));
      expect(await store.post("/auth/reset-password", { token: tokenIn(reset), password: "the victim's own" })).toMatchObject({
        status: 200,
        json: { data: { emailVerified: true } },
      });
      expect(await store.logIn(email, attacker)).toBeUndefined();
      for (const session of sessions) expect((await store.account(session)).status).toBe(401);
      for (const token of mailed) {
        expect((await store.post("/auth/verify-email", { token })).status).toBe(400);
        expect((await store.post("/auth/reset-password", { token, password: attacker })).status).toBe(400);
      }
      expect(await store.logIn(email, "the victim's own")).toBeDefined();
    },
  );
});

describe("an address (A7)", () => {
  test.each([
    ...[
      "kelvin@example.com",
      "\u212aelvin@example.com",
      "ſam@example.com",
      "ıgor@example.com",
      "İgor@example.com",
      "аda@example.com",
      "ada＠example.com",
    ],
    ...[
      "ada@еxample.com".replace("е", "\u0435") + "\u0000",
      "ﬁ@example.com",
      "Ａda@example.com",
      "ada\u200b@example.com",
      "ada\u00ad@example.com",
      "\u202eada@example.com",
    ],
    ...[
      "ada@@example.com",
      "ada",
      "@example.com",
      "ada@",
      "ada@localhost",
      "ada@example",
      "ada@.example.com",
      "ada@example..com",
      "ada@-example.com",
      "ada@example-.com",
    ],
    ...[
      '"ada"@example.com',
      '"a b"@example.com',
      "a b@example.com",
      "ada,bob@example.com",
      "ada;bob@example.com",
      "ada@example.com,bob@example.com",
      "<ada@example.com>",
    ],
    ...[
      "Ada <ada@example.com>",
      "ada@example.com\nBcc: bob@example.com",
      "ada\r\n@example.com",
      "ada%0a@example.com ",
      "ada(comment)@example.com",
      "ada@[127.0.0.1]",
      "ada@127.0.0.1",
    ],
    ...[
      ".ada@example.com",
      "ada.@example.com",
      "a..da@example.com",
      `${"a".repeat(65)}@example.com`,
      `a@${"b".repeat(250)}.com`,
      "ada@exa_mple.com",
      "ada@exam ple.com",
      "ada@example.com/",
    ],
    ...[
      "ada:pw@example.com\u2028",
      "åda@example.com",
      "ada@example.c\u0301om",
      "mailto:ada@example.com",
      "ada@example.com/evil",
      "ada@example.com#x",
      "ada@example.com\\x",
      "ada@exa%6dple.com",
      "ada@exam\tple.com",
      "ada@exam\nple.com",
      "ada\\@example.com",
      "ada@example.com?cc=bob@example.com",
      "ad\ta@example.com",
    ],
  ])("%j is stored in one spelling or not at all, and mail goes nowhere else", async (email) => {
    await server.runTasks();
    server.mails.length = 0;
    const fresh = storefront(server, await server.addSite());
    const { status, json } = await fresh.post("/auth/register", { email, password });
    await fresh.post("/auth/request-password-reset", { email, resetUrlBase: "https://shop.example/" });
    await server.runTasks();
    expect([201, 400]).toContain(status);
    for (const { to } of server.mails) expect(to).toBe((json as { data: { email: string } }).data.email);
    if (status === 201) expect((json as { data: { email: string } }).data.email).toMatch(/^[\x21-\x7e]+$/);
    else expect(server.mails).toEqual([]);
    // What a reader of URLs would take for a host is no domain.
    if (/[/?#%\\\s]/.test(email.trim().split("@").at(-1) ?? "")) expect(status).toBe(400);
  });

  test("of an international domain is its punycode, however it is written", async () => {
    await store.register("ada@bücher.example");
    expect(await store.post("/auth/register", { email: "ADA@BÜCHER.example", password })).toMatchObject({ status: 409 });
    expect(await store.post("/auth/register", { email: "ada@xn--bcher-kva.example", password })).toMatchObject({ status: 409 });
    expect(await store.logIn("ada@Bu\u0308cher.example")).toBeDefined();
    expect(await store.mailsTo("ada@xn--bcher-kva.example")).toHaveLength(1);
  });
});

describe("guesses and floods (A8, A10)", () => {
  test("ten wrong passwords an account and client in a quarter of an hour, however many at once", async () => {
    for (const email of ["guessed@example.com", "nobody-here@example.com"]) {
      if (email.startsWith("guessed")) await store.register(email);
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => store.post("/auth/login", { email, password: `guess ${index}` })),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(50);
      for (const { headers, json } of refused) {
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
        expect(json).toMatchObject({ code: "rate_limited", retryAfter: 900 });
      }
    }
    // The right password, too, has to wait; and then it works.
    expect(await store.logIn("guessed@example.com")).toBeUndefined();
    server.clock.advance(15 * 60_000);
    expect(await store.logIn("guessed@example.com")).toBeDefined();
  });

  test("a hundred an account, from however many clients", async () => {
    const proxied = await startServer({ trustedProxies: ["127.0.0.1"] });
    const target = await proxied.addSite();
    const here = storefront(proxied, target);
    await here.register("many@example.com");
    const guess = (client: number) =>
      here.post(
        "/auth/login",
        { email: "many@example.com", password: "wrong one" },
        { "x-api-key": target.key, "x-forwarded-for": `198.51.100.${client}` },
      );
    const answers = [];
    for (let client = 1; client <= 30; client += 1) answers.push(...(await Promise.all(Array.from({ length: 8 }, () => guess(client)))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
    await proxied.stop();
  });

  test("right passwords count against nobody", async () => {
    await store.register("regular@example.com");
    for (let index = 0; index < 25; index += 1) expect(await store.logIn("regular@example.com")).toBeDefined();
  });

  test("three mails of a kind an hour to an address, whatever is asked for", async () => {
    await store.register("bombed@example.com");
    await store.mailsTo("bombed@example.com");
    server.mails.length = 0;
    for (let index = 0; index < 60; index += 1) {
      expect(
        await store.post("/auth/request-password-reset", { email: "bombed@example.com", resetUrlBase: "https://shop.example/" }),
      ).toMatchObject({ status: 200 });
    }
    expect(await store.mailsTo("bombed@example.com")).toHaveLength(3);
    server.clock.advance(60 * 60_000);
    await store.post("/auth/request-password-reset", { email: "bombed@example.com", resetUrlBase: "https://shop.example/" });
    expect(await store.mailsTo("bombed@example.com")).toHaveLength(4);
  });

  test("thirty requests a minute from one client on what can be used to guess", async () => {
    const limited = await startServer({ limits: { credentials: { perSecond: 0.5, burst: 30 } } });
    const target = await limited.addSite();
    const here = storefront(limited, target);
    const statuses = [];
    for (let index = 0; index < 40; index += 1) {
      const path = ["/auth/login", "/auth/verify-email", "/auth/reset-password", "/auth/request-password-reset"][index % 4] ?? "";
      const body = [
        { email: `a${index}@example.com`, password: "x" },
        { token: "x" },
        { token: "x", password: "long enough" },
        { email: "a@example.com", resetUrlBase: "https://a.example" },
      ];
      statuses.push((await here.post(path, body[index % 4])).status);
    }
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
    const { headers } = await here.post("/auth/login", { email: "a@example.com", password: "x" });
    expect(headers.get("ratelimit-policy")).toBe('"credentials";q=30;w=60');
    expect((await limited.ask(`${shop}/products`, { key: target.key })).status).toBe(200);
    await limited.stop();
  });

  test("more passwords than can be checked are refused at once, not piled up", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hashing = { hash: async () => "", verify: async () => released.then(() => false) };
    const small = await startServer({ hashing, passwordsWaiting: 3 });
    const here = storefront(small, await small.addSite());
    const refused: Answer[] = [];
    const logins = Array.from({ length: 40 }, async (_, index) => {
      const answer = await here.post("/auth/login", { email: `p${index}@example.com`, password: "x" });
      if (answer.status === 503 && refused.push(answer) === 35) release();
      return answer.status;
    });
    const statuses = await Promise.all(logins);
    // Two at once, three that wait.
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    // What was refused at the door counts against nobody.
    const [counted] = await small.deps.sql<{ tries: number }>`select count(*)::int as tries from attempts`;
    expect(counted?.tries).toBe(2 * 5);
    for (const { json, headers } of refused)
      expect([(json as { code: string }).code, headers.get("retry-after")]).toEqual(["unavailable", "1"]);
    await small.stop();
  });
});

describe("what nobody may set (A12)", () => {
  const forbidden = {
    id: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f",
    siteId: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f",
    site_id: "x",
    emailVerified: true,
    email_verified_at: "2020-01-01",
    verified: true,
    role: "admin",
    isAdmin: true,
    tokenVersion: 99,
    token_version: 99,
    ver: 99,
    passwordHash: "x",
    password_hash: "x",
    createdAt: "2000-01-01T00:00:00.000Z",
    updatedAt: "2000-01-01T00:00:00.000Z",
    status: "ACTIVE",
  };

  test("is ignored wherever it is sent", async () => {
    const registered = await store.post("/auth/register", { ...forbidden, email: "mass@example.com", password });
    const { data } = registered.json as { data: { id: string; emailVerified: boolean } };
    expect(data).toMatchObject({ emailVerified: false, createdAt: server.clock.now().toISOString() });
    expect(data.id).not.toBe(forbidden.id);
    const token = (await store.logIn("mass@example.com")) ?? "";
    const row = async () =>
      (await server.deps.sql<object>`select * from customers where site_id = ${site.id} and email = 'mass@example.com'`)[0];
    const before = await row();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const patched = await server.ask(`${shop}/account`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ ...forbidden, email: "other@example.com", password: "x" }),
    });
    expect(patched.status).toBe(200);
    expect(await row()).toEqual({ ...before, updated_at: ((await row()) as { updated_at: Date }).updated_at });
    await store.post("/auth/login", { ...forbidden, email: "mass@example.com", password });
    await store.post("/auth/request-password-reset", {
      ...forbidden,
      email: "mass@example.com",
      resetUrlBase: "https://shop.example/",
      customerId: forbidden.id,
    });
    await store.post(
      "/auth/request-email-verification",
      { ...forbidden, email: "mass@example.com", verifyUrlBase: "https://shop.example/", customerId: forbidden.id },
      { authorization: `Bearer ${token}` },
    );
    expect(await row()).toEqual({ ...before, updated_at: ((await row()) as { updated_at: Date }).updated_at });
  });
});

describe("names in mails (A13)", () => {
  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}${7*7}",
    "Ada https://evil.example/",
    "a".repeat(100),
    "\u202eadA",
    "Ada & Bob",
    "http://evil.example",
  ])("%s is text and nothing else", async (firstName) => {
    const fresh = storefront(server, await server.addSite());
    await fresh.register("named@example.com", { firstName });
    // Of all sites, whose links are made of chance: they may hold any two digits.
    const mail = (await fresh.mailsTo("named@example.com")).at(-1);
    const said = `${mail?.text}${mail?.html}`.replace(/http:\/\/localhost:3000\/sites\/[^\s"<]+/g, "");
    expect(said).toContain("A site");
    for (const planted of ["<script>", "<img", "evil.example", "49"]) expect(said).not.toContain(planted);
    expect(mail?.subject).not.toContain(firstName);
  });

  test.each(["Ada\r\nBcc: x@y.z", "Ada\n", "A\u0000da", "\u001b[31m", "a".repeat(101), "Ada\u2028"])("%j is refused", async (firstName) => {
    expect(await store.post("/auth/register", { email: "control@example.com", password, firstName })).toMatchObject({ status: 400 });
  });
});
