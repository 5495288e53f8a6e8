import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKey, raiseVersions, revokeKeys } from "../features/sites/index.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../test/kit/harness.ts";
import { parseRaw, sendRaw } from "../../../test/kit/raw.ts";
import { sampleCatalog } from "../../../test/kit/sample-catalog.ts";
import { sampleSite } from "../../../test/kit/sample-site.ts";
import { password, storefront } from "../../../test/kit/shopper.ts";
import { dataOf, paymentPlugin, till } from "../../../test/kit/till.ts";
import { issueMailedToken } from "../features/customers/mailed-token.ts";
import { isAt } from "../lib/http/operation.ts";

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer({ globalOrigins: ["https://global.example"], takesPayments: true });
  site = await server.addSite({
    ...sampleSite(),
    ...sampleCatalog(),
    plugins: paymentPlugin(),
    site: {
      locales: ["en", "de", "pt-BR"],
      allowedOrigins: ["https://shop.example", "https://*.wild.example", "http://dev.example:8080", "https://xn--bcher-kva.example"],
    },
  });
});
afterAll(() => server.stop());

/** One good request to an operation that takes a credential. What depends on the site, or may be sent once only, is made anew for each. */
interface Row {
  access: "key" | "keyOrToken" | "keyMaybeToken" | "token";
  method: "GET" | "POST" | "PATCH";
  path: string | ((site: TestSite) => string | Promise<string>);
  /** Sent as JSON. */
  body?: (site: TestSite) => unknown;
  /** Of the answer, with a good credential. */
  status: number;
}

const get = (path: Row["path"]): Row => ({ access: "key", method: "GET", path, status: 200 });
const post = (path: string, body: Row["body"], status = 200): Row => ({
  access: "key",
  method: "POST",
  path: shop + path,
  status,
  ...(body ? { body } : {}),
});

let customers = 0;
/** A customer of the site whom nothing happened to yet. */
async function newCustomer(of: TestSite): Promise<{ id: string; email: string }> {
  const email = `customer${(customers += 1)}@example.com`;
  return { id: await storefront(server, of).register(email), email };
}
const tokenOf = async (of: TestSite) => (await storefront(server, of).logIn((await newCustomer(of)).email)) ?? "";
async function mailedToken(of: TestSite, purpose: "verify-email" | "reset-password"): Promise<string> {
  const { sql, clock, ids } = server.deps;
  return issueMailedToken(sql, { now: clock.now(), ids }, of.id, (await newCustomer(of)).id, purpose);
}

// Of the origin that asks, whichever of the site's it is.
const ownUrls = { successUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" };
const oneLamp = async (of: TestSite) => ({ items: [{ variantId: await till(server, of).variantId("LYKT-28"), quantity: 1 }] });
const [payments, orders] = [new Map<string, Promise<string>>(), new Map<string, Promise<string>>()];
const once = (made: Map<string, Promise<string>>, of: TestSite, make: (of: TestSite) => Promise<string>): Promise<string> => {
  const known = made.get(of.id) ?? make(of);
  made.set(of.id, known);
  return known;
};
const newPayment = async (of: TestSite) => dataOf(await till(server, of).pluginIntent({ amount: 500 })).paymentId ?? "";
const newOrder = async (of: TestSite) => dataOf(await till(server, of).intent({ "LYKT-28": 1 })).orderId ?? "";

/** One row for each operation that takes a credential. A new operation without one fails the test below. */
const rows: Record<string, Row> = {
  listBlockTypes: get(`${cms}/block-types`),
  listPages: get(`${cms}/pages`),
  getPage: get(`${cms}/pages/home`),
  listEntries: get(`${cms}/content/blog-post`),
  getEntry: get(`${cms}/content/blog-post/first`),
  getBlogPost: get(`${cms}/blog/first`),
  listProducts: get(`${shop}/products`),
  getProductBySlug: get(`${shop}/products/slug/fjell-chair`),
  getProduct: get(async ({ id }) => {
    const [product] = await server.deps.sql<{ id: string }>`select id from products where site_id = ${id} and slug = 'fjell-chair'`;
    return `${shop}/products/${product?.id ?? ""}`;
  }),
  listCategories: get(`${shop}/categories`),
  getCategoryBySlug: get(`${shop}/categories/slug/chairs`),
  getCategory: get(async ({ id }) => {
    const [category] = await server.deps.sql<{ id: string }>`select id from categories where site_id = ${id} and slug = 'chairs'`;
    return `${shop}/categories/${category?.id ?? ""}`;
  }),
  listPlans: get(`${shop}/subscriptions/plans`),
  registerCustomer: post("/auth/register", () => ({ email: `new${(customers += 1)}@example.com`, password }), 201),
  verifyEmail: post("/auth/verify-email", async (of) => ({ token: await mailedToken(of, "verify-email") })),
  requestEmailVerification: {
    ...post("/auth/request-email-verification", () => ({ verifyUrlBase: "https://shop.example/", email: "ada@example.com" })),
    access: "keyOrToken",
  },
  logIn: post("/auth/login", async (of) => ({ email: (await newCustomer(of)).email, password })),
  requestPasswordReset: post("/auth/request-password-reset", () => ({ resetUrlBase: "https://shop.example/", email: "ada@example.com" })),
  resetPassword: post("/auth/reset-password", async (of) => ({ token: await mailedToken(of, "reset-password"), password })),
  getAccount: { ...get(`${shop}/account`), access: "token" },
  updateAccount: { access: "token", method: "PATCH", path: `${shop}/account`, body: () => ({ firstName: "Ada" }), status: 200 },
  getForm: get(`${cms}/plugins/svc.forms/forms/contact`),
  submitForm: { ...post("", () => ({ data: { text: "Hello" } }), 202), path: `${cms}/plugins/svc.forms/forms/contact/submit` },
  createPaymentIntent: { ...post("", () => ({ amount: 500 }), 201), path: `${cms}/plugins/svc.payments/payment-intents` },
  createPaymentCheckoutSession: {
    ...post("", () => ({ amount: 500, ...ownUrls }), 201),
    path: `${cms}/plugins/svc.payments/checkout-sessions`,
  },
  getPayment: get(async (of) => `${cms}/plugins/svc.payments/payments/${await once(payments, of, newPayment)}`),
  createCheckoutSession: {
    ...post("/checkout/session", async (of) => ({ ...(await oneLamp(of)), ...ownUrls }), 201),
    access: "keyMaybeToken",
  },
  createCheckoutPaymentIntent: { ...post("/checkout/payment-intent", oneLamp, 201), access: "keyMaybeToken" },
  getCheckoutOrder: { ...get(async (of) => `${shop}/checkout/order/${await once(orders, of, newOrder)}`), access: "keyOrToken" },
  listOwnOrders: { ...get(`${shop}/account/orders`), access: "token" },
  // Whose it is belongs to the token of a request, and each has another's: what is told apart here is only good tokens and bad ones.
  getOwnOrder: { ...get(async (of) => `${shop}/account/orders/${await once(orders, of, newOrder)}`), access: "token", status: 404 },
  changePassword: {
    ...post("/account/change-password", () => ({ currentPassword: password, newPassword: "another good password" })),
    access: "token",
  },
};

/** Headers with the credential that the row's operation takes. */
async function credentialOf({ access }: Row, of: TestSite): Promise<Record<string, string>> {
  return access === "token" ? { authorization: `Bearer ${await tokenOf(of)}` } : { "x-api-key": of.key };
}
const withAccess = (...kinds: Row["access"][]) => Object.entries(rows).filter(([, { access }]) => kinds.includes(access));

/** The row's request to a site, without the credential. */
async function requestOf({ method, path, body }: Row, of: TestSite) {
  const given = await body?.(of);
  return {
    path: typeof path === "string" ? path : await path(of),
    method,
    headers: given === undefined ? {} : { "content-type": "application/json" },
    body: given === undefined ? undefined : JSON.stringify(given),
  };
}

/** Every address of the matrix with what it takes, worked out from the rows alone. */
async function addresses(): Promise<Map<string, { path: string; methods: string[] }>> {
  const found = new Map<string, { path: string; methods: string[] }>();
  for (const row of Object.values(rows)) {
    const { path } = await requestOf(row, site);
    const others = found.get(path)?.methods.filter((method) => !["HEAD", "OPTIONS"].includes(method)) ?? [];
    const methods = [...others, row.method];
    found.set(path, { path, methods: [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"] });
  }
  return found;
}

const guarded = () => server.vitrine.operations.filter(({ access }) => access !== "none");

test("every operation that takes a credential has a row in this matrix, with its own address", async () => {
  const named: string[] = [];
  for (const operation of guarded()) {
    const { id, method, access } = operation;
    const row = rows[id];
    const asked = row && (await requestOf(row, site));
    expect([id, row?.access, asked?.method, isAt(operation, asked?.path ?? "")]).toEqual([id, access, method, true]);
    named.push(id);
  }
  expect(named.sort()).toEqual(Object.keys(rows).sort());
  expect(named.length).toBeGreaterThan(0);
});

test("operations that take no credential are known one by one", () => {
  const open = server.vitrine.operations.filter(({ access }) => access === "none").map(({ method, path }) => `${method} ${path}`);
  const pages = ["verify-email", "reset-password", "not-me"].map((page) => `/sites/{siteSlug}/${page}`);
  expect(open.sort()).toEqual(
    [
      ...["/docs", "/docs/start.js", "/docs/viewer.js", "/healthz", "/metrics", "/openapi.json", "/readyz"].map((path) => `GET ${path}`),
      ...pages.flatMap((path) => [`GET ${path}`, `POST ${path}`]),
      `GET ${cms}/preview/{token}`,
      ...["/signup", "/signup/resend", "/signup/verify"].map((path) => `POST ${cms}${path}`),
      `POST ${cms}/webhooks/svc.payments/{siteSlug}`,
    ].sort(),
  );
});

/** Sends the row's request with these headers. */
async function send(row: Row, sent: Record<string, string>, { of = site, query = "" } = {}) {
  const { path, method, body, headers } = await requestOf(row, of);
  return server.ask(path + query, { method, headers: { ...headers, ...sent }, ...(body === undefined ? {} : { body }) });
}
async function outcome(row: Row, sent: Record<string, string>, options: { of?: TestSite; query?: string } = {}) {
  const { status, json, headers } = await send(row, sent, options);
  return { status, code: (json as { code?: string } | undefined)?.code, challenge: headers.get("www-authenticate") };
}

describe.each(withAccess("key", "keyOrToken", "keyMaybeToken"))("the key of %s", (_operation, row) => {
  const status = (headers: Record<string, string>, options: { of?: TestSite; query?: string } = {}) => outcome(row, headers, options);

  test("answers the holder of the key", async () => {
    expect(await status({ "x-api-key": site.key })).toMatchObject({ status: row.status });
  });

  test("refuses a request without a key", async () => {
    expect(await status({})).toMatchObject({
      status: 401,
      code: "api_key_missing",
      challenge: expect.stringContaining("ApiKey") as string,
    });
    expect(await status({ "x-api-key": "" })).toMatchObject({ status: 401, code: "api_key_missing" });
    expect(await status({}, { query: `?x-api-key=${site.key}&apiKey=${site.key}` })).toMatchObject({
      status: 401,
      code: "api_key_missing",
    });
    expect(await status({ authorization: `Bearer ${site.key}` })).toMatchObject({
      status: 401,
      code: row.access === "keyOrToken" ? "token_invalid" : "api_key_missing",
    });
    expect(await status({ cookie: `x-api-key=${site.key}` })).toMatchObject({ status: 401, code: "api_key_missing" });
  });

  test.each([
    ["of another form", () => "pk_short"],
    ["unknown", () => `pk_${"a".repeat(32)}`],
    ["with another last letter", () => site.key.slice(0, -1) + (site.key.endsWith("a") ? "b" : "a")],
    ["in another case", () => site.key.toUpperCase()],
    ["with more", () => `${site.key}a`],
    ["in quotes", () => `"${site.key}"`],
    ["twice with a comma", () => `${site.key}, ${site.key}`],
    ["of another kind", () => `pv_${site.key.slice(3)}`],
    ["with an injection", () => "pk_' or '1'='1"],
    ["very long", () => `pk_${"a".repeat(8_000)}`],
  ])("refuses a key %s", async (_name, key) => {
    expect(await status({ "x-api-key": key() })).toMatchObject({ status: 401, code: "api_key_invalid" });
  });

  test("refuses a key that was revoked", async () => {
    const { sql, ids, clock } = server.deps;
    const added = await addKey(sql, { now: clock.now(), ids }, site.id, { name: "to be revoked" });
    const headers = { "x-api-key": added?.key ?? "" };
    expect(await status(headers)).toMatchObject({ status: row.status });
    await revokeKeys(sql, site.id, "to be revoked", clock.now());
    await raiseVersions(sql, site.id, { content: true }, clock.now());
    await server.directory.poll();
    expect(await status(headers)).toMatchObject({ status: 401, code: "api_key_invalid" });
  });
});

describe.each(withAccess("token"))("the token of %s", (_operation, row) => {
  const status = (headers: Record<string, string>, options: { of?: TestSite; query?: string } = {}) => outcome(row, headers, options);

  test("is enough, alone or with a key of its site", async () => {
    expect(await status({ authorization: `Bearer ${await tokenOf(site)}` })).toMatchObject({ status: row.status });
    expect(await status({ authorization: `Bearer ${await tokenOf(site)}`, "x-api-key": site.key })).toMatchObject({ status: row.status });
  });

  test("is needed", async () => {
    const missing = { status: 401, code: "token_missing", challenge: expect.stringContaining("Bearer") as string };
    const token = await tokenOf(site);
    for (const headers of [
      {},
      { "x-api-key": site.key },
      { cookie: `authorization=Bearer ${token}` },
      { "x-authorization": `Bearer ${token}` },
    ]) {
      expect(await status(headers)).toMatchObject(missing);
    }
    expect(await status({}, { query: `?authorization=Bearer%20${token}&token=${token}&access_token=${token}` })).toMatchObject(missing);
    expect(await status({ "x-api-key": token })).toMatchObject({ status: 401, code: "token_missing" });
  });

  test("is no key, of no other site, and not beside a bad key", async () => {
    const token = `Bearer ${await tokenOf(site)}`;
    const other = await server.addSite();
    expect(await status({ authorization: `Bearer ${site.key}` })).toMatchObject({ status: 401, code: "token_invalid" });
    expect(await status({ authorization: token, "x-api-key": other.key })).toMatchObject({ status: 401, code: "token_invalid" });
    expect(await status({ authorization: token, "x-api-key": "pk_short" })).toMatchObject({ status: 401, code: "api_key_invalid" });
    expect(await status({ authorization: token.slice(0, -2) })).toMatchObject({ status: 401, code: "token_invalid" });
  });
});

describe.each(Object.entries(rows))("%s", (_operation, row) => {
  test("refuses everyone while the site is suspended", async () => {
    const other = await server.addSite({ ...sampleSite(), ...sampleCatalog(), plugins: paymentPlugin() });
    const credential = await credentialOf(row, other);
    const asked = async () => outcome(row, credential, { of: other });
    // Of a change of the password there is but one.
    if (row.method !== "POST" || row.access !== "token") expect(await asked()).toMatchObject({ status: row.status });
    await server.deps.sql`update sites set suspended_at = now(), content_version = content_version + 1 where id = ${other.id}`;
    await server.directory.poll();
    // What the request is made of can be had no more: any will do.
    const { path } = await requestOf(row, site);
    const { method } = row;
    const refused = await server.ask(path, { method, headers: credential });
    expect([refused.status, (refused.json as { code: string }).code]).toEqual([403, "site_suspended"]);
  });

  test.each([
    ...["https://shop.example", "https://global.example", "https://a.wild.example", "https://a-b.wild.example", "https://0.wild.example"],
    ...[
      "http://dev.example:8080",
      "https://xn--bcher-kva.example",
      "https://SHOP.example",
      "https://shop.example:443",
      "HTTPS://shop.example",
    ],
  ])("lets %s in, and says so", async (origin) => {
    const { status: got, headers } = await send(row, { ...(await credentialOf(row, site)), origin });
    expect(got).toBe(row.status);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-expose-headers")).toContain("etag");
  });

  test.each([
    ...["null", "*", "https://evil.example", "http://shop.example", "https://shop.example:8443", "https://shop.example.evil.example"],
    ...[
      "https://evilshop.example",
      "https://sub.shop.example",
      "https://shop.example.",
      "https://shop.example/",
      "https://shop.example/path",
    ],
    ...[
      "https://shop.example?x",
      "https://shop.example#x",
      "https://user@shop.example",
      "https://shop.example@evil.example",
      "https://shop.example%00",
    ],
    ...[
      "https://shop.example\\@evil.example",
      "https://wild.example",
      "https://a.b.wild.example",
      "https://.wild.example",
      "https://-.wild.example",
    ],
    ...[
      "https://*.wild.example",
      "https://a_b.wild.example",
      "https://evil.examplewild.example",
      "https://awild.example",
      "http://a.wild.example",
    ],
    ...[
      "https://a.wild.example:8443",
      "https://a.wild.example.evil.example",
      "https://a/.wild.example",
      "https://evil.example/.wild.example",
    ],
    ...[
      "https://evil.example#.wild.example",
      "https://evil.example?.wild.example",
      "http://dev.example",
      "https://dev.example:8080",
      "http://dev.example:80",
    ],
    ...[
      "http://localhost:5173",
      "http://127.0.0.1",
      "file://",
      "chrome-extension://abc",
      "javascript:alert(1)",
      "data:text/html,x",
      "shop.example",
    ],
    ...[
      "//shop.example",
      "https:shop.example",
      "https:/shop.example",
      "https:///shop.example",
      "https://",
      "https",
      "ftp://shop.example",
      "wss://shop.example",
    ],
    ...[
      "https://shop.example https://evil.example",
      "https://shop.example,https://evil.example",
      "https://shop%2eexample",
      "https://shop.example:0443",
    ],
    ...[
      "https://shop.example:",
      "https://xn--shop-example",
      "https://b%C3%BCcher.example",
      "https://0x7f.1",
      "https://shop.example:99999",
      "about:blank",
      "undefined",
    ],
  ])("keeps %s out, but lets it read why", async (origin) => {
    const { status: got, json, headers } = await send(row, { ...(await credentialOf(row, site)), origin });
    expect([got, (json as { code?: string }).code]).toEqual([403, "origin_not_allowed"]);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
  });

  test.each(["x-api-key", "origin", "authorization", "host", "processor-signature"])(
    "refuses a request with two %s headers",
    async (name) => {
      const value = name === "x-api-key" ? site.key : name === "origin" ? "https://shop.example" : "x";
      const other = name === "host" ? [] : ["Host: localhost"];
      const own = name === "x-api-key" ? [] : [`x-api-key: ${site.key}`];
      const { path, method, body: sent = "", headers } = await requestOf(row, site);
      const length = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(sent)) };
      const rest = Object.entries({ ...headers, ...length })
        .filter(([header]) => header !== name)
        .map(([header, text]) => `${header}: ${text}`);
      const twice = [`${name}: ${value}`, `${name.toUpperCase()}: ${value}`];
      const text = [`${method} ${path} HTTP/1.1`, ...other, ...own, ...rest, ...twice, "", sent].join("\r\n");
      const { status: got, body } = parseRaw(await sendRaw(server.port, text));
      expect(got).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ code: "duplicate_header" });
    },
  );
});

test("a preflight is answered for every origin with what the address takes, and decides nothing", async () => {
  for (const { path, methods } of (await addresses()).values()) {
    for (const origin of ["https://evil.example", "https://shop.example", "null"]) {
      for (const asked of ["GET", "POST", "DELETE"]) {
        const { status, headers, text } = await server.ask(path, {
          method: "OPTIONS",
          headers: { origin, "access-control-request-method": asked },
        });
        expect([path, status, text]).toEqual([path, 204, ""]);
        expect(headers.get("access-control-allow-origin")).toBe(origin);
        expect([path, headers.get("access-control-allow-methods")]).toEqual([path, methods.join(", ")]);
        expect(headers.get("access-control-allow-headers")).toBe("content-type, x-api-key, authorization, idempotency-key");
        expect(headers.get("access-control-max-age")).toBe("7200");
      }
    }
  }
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])(
  "%s is taken where an operation takes it, and nowhere else",
  async (method) => {
    const reads = ["/healthz", "/openapi.json"].map((path) => ({ path, methods: ["GET", "HEAD", "OPTIONS"] }));
    for (const { path, methods } of [...(await addresses()).values(), ...reads]) {
      if (methods.includes(method)) continue;
      const text = await sendRaw(
        server.port,
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${site.key}\r\nConnection: close\r\n\r\n`,
      );
      const { status, headers, body } = parseRaw(text);
      expect([method, path, status]).toEqual([method, path, 405]);
      expect([path, headers.get("allow")]).toEqual([path, methods.join(", ")]);
      expect(JSON.parse(body)).toMatchObject({ code: "method_not_allowed" });
    }
  },
);

test.each([
  "/",
  "/api",
  "/api/public/v1",
  "/api/public/v2/pages",
  "/API/public/v1/pages",
  "/api/public/v1//pages",
  "/api/public/v1/pages/",
  "/api/public/v1/products",
  "/api/v1/shop",
  "/api/v1/shop/",
  "/api/v1/shop/pages",
  "/api/v1/Shop/products",
  "/api/v1/shop/products/slug/a/b",
  "/api/v1/shop/subscriptions",
  "/favicon.ico",
  "/.env",
])("an address with nothing at it says so: %s", async (path) => {
  const { status, json } = await server.ask(path, { key: site.key });
  if (path === "/api/public/v1/pages/") expect(status).toBe(200);
  else expect([status, (json as { code: string }).code]).toEqual([404, "route_not_found"]);
});
