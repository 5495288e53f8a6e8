import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type Answer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { linkIn, password, storefront, tokenIn } from "../../../../../test/kit/shopper.ts";
import { sampled } from "../../../../../test/kit/sampled.ts";

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

describe("nobody learns whether an account exists (A1)", () => {
  test("from a response", async () => {
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

  test("from the work of a request: it writes one row for known and unknown addresses", async () => {
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

describe("a mail links only to the site (A3)", () => {
  const ownOrigins = new Set(["https://shop.example", "http://dev.example:8080", "http://localhost:3000"]);
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
        expect([url, ownOrigins.has(new URL(link).origin)]).toEqual([url, true]);
      }
      expect(`${text}${html}`).not.toMatch(/javascript:|data:/i);
    }
    return { answers, mails };
  };

  test.each(sampled([...new Set(hostile)], (url) => url))("despite the URL %j", async (url) => {
    const { answers, mails } = await outcomes(url);
    const isHarmless = harmless.includes(url);
    for (const { status, json } of answers) {
      const { data, code } = json as { data?: { warnings?: { code: string }[] }; code?: string };
      if (status === 400) expect(code).toBe(url.includes("\u0000") ? "invalid_json" : "validation_failed");
      else if (!isHarmless) expect([url, data?.warnings?.[0]?.code]).toEqual([url, "url_not_allowed"]);
    }
    if (!isHarmless) for (const mail of mails) expect(linkIn(mail).origin).toBe("http://localhost:3000");
  });

  test.each(sampled(harmless, (url) => url))("and keeps all parameters of the site's own URL %j", async (url) => {
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

  test("despite a URL of random parts", async () => {
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
        for (const mail of await store.mailsTo("fuzzed@example.com")) expect(ownOrigins.has(linkIn(mail).origin)).toBe(true);
        server.mails.length = 0;
      }),
      { numRuns: 100 },
    );
  });

  test("so that a request with a bad URL is refused before any account is looked up", async () => {
    for (const email of ["fuzzed@example.com", "nobody-at-all@example.com"]) {
      expect(await store.post("/auth/request-password-reset", { email, resetUrlBase: "nonsense" })).toMatchObject({ status: 400 });
    }
  });
});
