import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, codeOf, markDeleted } from "../../../../../test/kit/admins.ts";
import { catalogItems } from "../../../../../test/kit/checkout-client.ts";
import { cms, shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { hostSite, newHost, patchSite, type HostedSite } from "../../../../../test/kit/hosted-site.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";

const everywhere = "public, max-age=0, s-maxage=86400, stale-while-revalidate=60, stale-if-error=86400";

let server: TestServer;
let hosted: HostedSite;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  const site = await server.addSite({ ...sampleSite("ours"), products: catalogItems({ CHAIR: { price: 4_200, stock: 8 } }) });
  hosted = await hostSite(server, site, { allowedOrigins: ["https://shop.example"] });
});
afterAll(() => server.stop());

/** The headers that decide what a shared cache does. */
const cachingOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(["cache-control", "vary", "access-control-allow-origin"].map((name) => [name, headers.get(name)]));

test("a published read needs no key at a host of the site, and says that everybody may have it", async () => {
  const { ask, site } = hosted;
  const keyed = await server.ask(`${cms}/pages`, { key: site.key });
  expect(cachingOf(keyed)["cache-control"]).toBe("private, max-age=0, must-revalidate");
  // Routed, and then from memory.
  for (const answer of [await ask(`${cms}/pages`), await ask(`${cms}/pages`)]) {
    expect([answer.status, answer.text]).toEqual([200, keyed.text]);
    expect(cachingOf(answer)).toEqual({ "cache-control": everywhere, vary: "origin", "access-control-allow-origin": null });
    for (const name of ["ratelimit", "server-timing", "x-cache-tags", "set-cookie"])
      expect([name, answer.headers.get(name)]).toEqual([name, null]);
    const tags = answer.headers.get("surrogate-key")?.split(" ") ?? [];
    expect(tags).toEqual(expect.arrayContaining([site.slug, `${site.slug}/listPages`]));
    expect(answer.headers.get("cache-tag")?.split(",")).toEqual(tags);
    // No cache may share the other one.
    expect(keyed.headers.get("surrogate-key")).toBe(null);
    const unchanged = await ask(`${cms}/pages`, { "if-none-match": answer.headers.get("etag") ?? "" });
    expect([unchanged.status, cachingOf(unchanged)]).toEqual([304, cachingOf(answer)]);
  }
});

test("what such a request carries changes nothing of its answer, except for a preview, which is not there", async () => {
  const { ask, site } = hosted;
  const other = await server.addSite();
  const { text } = await ask(`${shop}/products`);
  for (const headers of [
    { "x-api-key": site.key },
    { "x-api-key": other.key },
    { "x-api-key": "nonsense" },
    { authorization: "Bearer x" },
    { cookie: "a=b" },
  ]) {
    const answer = await ask(`${shop}/products`, headers);
    expect([headers, answer.status, answer.text, cachingOf(answer)["cache-control"]]).toEqual([headers, 200, text, everywhere]);
  }
  const explained = await ask(`${shop}/products`, { "x-explain-cache": "1" });
  expect([explained.status, explained.headers.get("x-cache-tags")]).toEqual([200, null]);
  const previewed = await ask(`${shop}/products`, { "x-preview": "rp_x" });
  expect([previewed.status, codeOf(previewed), previewed.headers.get("cache-control")]).toEqual([404, "preview_not_found", "no-store"]);
});

test("pages of other origins read it where the site allows them, and caches keep origins apart unless it allows all", async () => {
  const { ask, patch } = hosted;
  const allowed = await ask(`${cms}/pages`, { origin: "https://shop.example" });
  expect(cachingOf(allowed)).toEqual({
    "cache-control": everywhere,
    vary: "origin",
    "access-control-allow-origin": "https://shop.example",
  });
  const foreign = await ask(`${cms}/pages`, { origin: "https://other.example" });
  expect([foreign.status, codeOf(foreign), foreign.headers.get("cache-control")]).toEqual([403, "origin_not_allowed", "no-store"]);
  expect(foreign.headers.get("vary")).toContain("origin");

  expect((await patch({ allowedOrigins: ["*"] })).status).toBe(200);
  for (const headers of [{}, { origin: "https://other.example" }, { origin: "null" }] as Record<string, string>[]) {
    const answer = await ask(`${cms}/pages`, headers);
    expect(cachingOf(answer)).toEqual({ "cache-control": everywhere, vary: null, "access-control-allow-origin": "*" });
    expect(answer.headers.get("access-control-expose-headers")).toContain("x-content-version");
  }
  expect((await patch({ allowedOrigins: ["https://shop.example"] })).status).toBe(200);
});

test("checkout and accounts need a key of this very site, and nothing else is there", async () => {
  const { ask, site } = hosted;
  const other = await server.addSite();
  const json = { method: "POST", body: JSON.stringify({ email: "a@example.com", password: "right horse" }) };
  const logIn = (headers: Record<string, string>) => ask(`${shop}/auth/login`, { "content-type": "application/json", ...headers }, json);
  expect(codeOf(await logIn({}))).toBe("api_key_missing");
  const known = await logIn({ "x-api-key": site.key });
  expect([codeOf(known), known.headers.get("cache-control")]).toEqual(["invalid_credentials", "no-store"]);
  const [foreign, unknown] = [await logIn({ "x-api-key": other.key }), await logIn({ "x-api-key": `pk_${"0".repeat(32)}` })];
  const shown = ({ status, json: body }: typeof foreign) => [status, { ...(body as object), requestId: "" }];
  expect(shown(foreign)).toEqual(shown(unknown));
  expect(codeOf(foreign)).toBe("api_key_invalid");

  const elsewhere = [
    "/",
    "/healthz",
    "/metrics",
    "/docs",
    "/studio",
    "/openapi.json",
    "/api/admin/v1/session",
    `${cms}/preview/pv_x`,
    `/media/${site.slug}/x/y/z`,
  ];
  for (const path of elsewhere) {
    const answer = await ask(path);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, "route_not_found"]);
  }
  expect((await ask(`${shop}/auth/login`, { origin: "https://x.example" }, { method: "OPTIONS" })).status).toBe(204);
  for (const path of ["/api/admin/v1/session", `${cms}/signup`]) expect((await ask(path, {}, { method: "OPTIONS" })).status).toBe(404);
});

test("a host is found in any spelling, until it is taken away, or its site is deleted", async () => {
  const { site, host, owner, patch } = await hostSite(server, await server.addSite());
  const status = async (name: string) => (await server.ask(`${cms}/pages`, { headers: { host: name } })).status;
  for (const name of [host, host.toUpperCase(), `${host}:8443`, `${host}.`]) expect([name, await status(name)]).toEqual([name, 200]);
  for (const name of [`x.${host}`, `${host}.evil.example`, "shop.example", `${host}@x`])
    expect([name, await status(name)]).toEqual([name, 401]);
  expect((await patch({ apiHosts: [] })).status).toBe(200);
  expect(await status(host)).toBe(401);
  await patch({ apiHosts: [host] });
  // A process that has not heard of it asks the site itself.
  await server.deps.sql`update site_hosts set site_id = ${hosted.site.id} where host = ${host}`;
  server.clock.advance(2_000);
  expect(await status(host)).toBe(404);
  await server.deps.sql`update site_hosts set site_id = ${site.id} where host = ${host}`;
  await markDeleted(server, site);
  server.clock.advance(2_000);
  expect([await status(host), owner.headers !== undefined]).toEqual([404, true]);
});

test("of two sites that claim a host at once, one gets it", async () => {
  const tenants = await Promise.all([server.addSite(), server.addSite()]);
  const owners = await Promise.all(tenants.map((site) => addMember(server, site, "OWNER")));
  const host = newHost();
  const answers = await Promise.all(
    tenants.map((site, index) => patchSite(server, site, owners[index] as (typeof owners)[0], { apiHosts: [host] })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const loser = answers.find(({ status }) => status === 400);
  expect(loser?.json).toMatchObject({ errors: [{ path: "/apiHosts/0", message: "is the host of another site" }] });
  expect((await server.ask(`${cms}/pages`, { headers: { host } })).status).toBe(200);
});

test("a host must be a name of the internet that is not the server's own", async () => {
  const { patch, owner, site } = await hostSite(server, await server.addSite());
  const refused = [
    "shop",
    "localhost",
    "127.0.0.1",
    "[::1]",
    "api.localhost",
    "db.internal",
    "x.local",
    "https://a.example",
    "a.example:80",
    "a.example/x",
    "*.a.example",
    "a..example",
    "-a.example",
  ];
  const answer = await patch({ apiHosts: refused.slice(0, 5) });
  expect([answer.status, codeOf(answer)]).toEqual([400, "validation_failed"]);
  for (const name of refused) {
    const { json } = await patch({ apiHosts: [name] });
    expect([name, json]).toEqual([name, expect.objectContaining({ errors: [expect.objectContaining({ path: "/apiHosts/0" })] })]);
  }
  const taken = await patch({ apiHosts: ["localhost"] });
  expect(taken.status).toBe(400);
  const canonical = await patch({ apiHosts: ["API.Bücher.example", "api.xn--bcher-kva.example"] });
  expect(canonical.json).toMatchObject({ data: { apiHosts: ["api.xn--bcher-kva.example"] } });
  const audit = await server.ask(`/api/admin/v1/sites/${site.slug}/audit?action=updateSite`, { headers: { ...owner.headers } });
  expect(audit.text).toContain("apiHosts");
});

test("addresses of private files outlive the answers that show them", async () => {
  const { ask } = await hostSite(server, await server.addSite(), { settings: { media: { private: true } } });
  const answer = await ask(`${cms}/pages`);
  expect(cachingOf(answer)["cache-control"]).toBe("public, max-age=0, s-maxage=39600, stale-while-revalidate=60");
});
