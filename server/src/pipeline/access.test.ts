import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKey, bumpContentVersion, revokeKeys } from "../features/sites/index.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../test/harness.ts";
import { parseRaw, sendRaw } from "../../../test/raw.ts";
import { sampleSite } from "../../../test/sample-site.ts";

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer({ globalOrigins: ["https://global.example"] });
  site = await server.addSite({
    ...sampleSite(),
    site: {
      locales: ["en", "de", "pt-BR"],
      allowedOrigins: ["https://shop.example", "https://*.wild.example", "http://dev.example:8080", "https://xn--bcher-kva.example"],
    },
  });
});
afterAll(() => server.stop());

/** One address for each operation that takes the key. A new operation without one fails the test below. */
const samples: Record<string, string> = {
  listBlockTypes: "/block-types",
  listPages: "/pages",
  getPage: "/pages/home",
  listEntries: "/content/blog-post",
  getEntry: "/content/blog-post/first",
  getBlogPost: "/blog/first",
};

const keyOperations = () => server.vitrine.addresses.operations.filter(({ route }) => route.config?.access === "key");

test("every operation that takes a key has a row in this matrix", () => {
  const ids = keyOperations().map(({ route }) => (route.schema as { operationId: string }).operationId);
  expect(ids.sort()).toEqual(Object.keys(samples).sort());
  expect(ids.length).toBeGreaterThan(0);
});

test("operations that take no key are known one by one", () => {
  const open = server.vitrine.addresses.operations.filter(({ route }) => route.config?.access !== "key").map(({ path }) => path);
  expect(open.sort()).toEqual(["/docs", "/docs/start.js", "/docs/viewer.js", "/healthz", "/metrics", "/openapi.json", "/readyz"]);
});

describe.each(Object.entries(samples))("%s", (_operation, path) => {
  const status = async (headers: Record<string, string>, query = "") => {
    const { status: got, json, headers: answered } = await server.ask(cms + path + query, { headers });
    return { status: got, code: (json as { code?: string }).code, challenge: answered.get("www-authenticate") };
  };

  test("answers the holder of the key", async () => {
    expect(await status({ "x-api-key": site.key })).toMatchObject({ status: 200 });
  });

  test("refuses a request without a key", async () => {
    expect(await status({})).toMatchObject({
      status: 401,
      code: "api_key_missing",
      challenge: expect.stringContaining("ApiKey") as string,
    });
    expect(await status({ "x-api-key": "" })).toMatchObject({ status: 401, code: "api_key_missing" });
    expect(await status({}, `?x-api-key=${site.key}&apiKey=${site.key}`)).toMatchObject({ status: 401, code: "api_key_missing" });
    expect(await status({ authorization: `Bearer ${site.key}` })).toMatchObject({ status: 401, code: "api_key_missing" });
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
    expect(await status(headers)).toMatchObject({ status: 200 });
    await revokeKeys(sql, site.id, "to be revoked", clock.now());
    await bumpContentVersion(sql, site.id, clock.now());
    await server.directory.poll();
    expect(await status(headers)).toMatchObject({ status: 401, code: "api_key_invalid" });
  });

  test("refuses everyone while the site is suspended", async () => {
    const other = await server.addSite(sampleSite());
    expect(await status({ "x-api-key": other.key })).toMatchObject({ status: 200 });
    await server.deps.sql`update sites set suspended_at = now(), content_version = content_version + 1 where id = ${other.id}`;
    await server.directory.poll();
    expect(await status({ "x-api-key": other.key })).toMatchObject({ status: 403, code: "site_suspended" });
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
    const { status: got, headers } = await server.ask(cms + path, { headers: { "x-api-key": site.key, origin } });
    expect(got).toBe(200);
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
    const { status: got, json, headers } = await server.ask(cms + path, { headers: { "x-api-key": site.key, origin } });
    expect([got, (json as { code?: string }).code]).toEqual([403, "origin_not_allowed"]);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
  });

  test.each(["x-api-key", "origin", "authorization", "host", "processor-signature"])(
    "refuses a request with two %s headers",
    async (name) => {
      const value = name === "x-api-key" ? site.key : name === "origin" ? "https://shop.example" : "x";
      const other = name === "host" ? [] : ["Host: localhost"];
      const own = name === "x-api-key" ? [] : [`x-api-key: ${site.key}`];
      const text = [`GET ${cms}${path} HTTP/1.1`, ...other, ...own, `${name}: ${value}`, `${name.toUpperCase()}: ${value}`, "", ""].join(
        "\r\n",
      );
      const { status: got, body } = parseRaw(await sendRaw(server.port, text));
      expect(got).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ code: "duplicate_header" });
    },
  );
});

test("a preflight is answered for every origin with what the address takes, and decides nothing", async () => {
  for (const [, path] of Object.entries(samples)) {
    for (const origin of ["https://evil.example", "https://shop.example", "null"]) {
      const { status, headers, text } = await server.ask(cms + path, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "GET" },
      });
      expect([status, text]).toEqual([204, ""]);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
      expect(headers.get("access-control-allow-headers")).toBe("content-type, x-api-key, authorization, idempotency-key");
      expect(headers.get("access-control-max-age")).toBe("7200");
    }
  }
});

test.each(["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])("%s is not taken where only reads are", async (method) => {
  for (const path of [...Object.values(samples).map((sample) => cms + sample), "/healthz", "/openapi.json"]) {
    const text = await sendRaw(
      server.port,
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${site.key}\r\nConnection: close\r\n\r\n`,
    );
    const { status, headers, body } = parseRaw(text);
    expect([method, path, status]).toEqual([method, path, 405]);
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(JSON.parse(body)).toMatchObject({ code: "method_not_allowed" });
  }
});

test.each([
  "/",
  "/api",
  "/api/public/v1",
  "/api/public/v2/pages",
  "/API/public/v1/pages",
  "/api/public/v1//pages",
  "/api/public/v1/pages/",
  "/favicon.ico",
  "/.env",
])("an address with nothing at it says so: %s", async (path) => {
  const { status, json } = await server.ask(path, { key: site.key });
  if (path === "/api/public/v1/pages/") expect(status).toBe(200);
  else expect([status, (json as { code: string }).code]).toEqual([404, "route_not_found"]);
});
