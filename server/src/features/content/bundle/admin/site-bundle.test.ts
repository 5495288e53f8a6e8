import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, addToken, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { cms, startServer, type Answer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const page = (title: string) => ({ slug: "home", locale: "en", title, composition: [] });
type Report = { sections: Record<string, { created: number; updated: number }>; newKeys: { key: string }[]; dryRun: boolean };
const reportOf = ({ json }: Answer) => (json as { data: Report }).data;
const errorsOf = ({ json }: Answer) => (json as { errors: { path: string; message: string; line?: number }[] }).errors;

async function siteWith(bundle: Record<string, unknown> = {}) {
  const site = await server.addSite(bundle);
  const owner = asAdmin(server, await addMember(server, site, "OWNER", { name: "Ada" }));
  const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  const path = `/sites/${site.slug}/bundle`;
  const send = (body: unknown, query = "", type = "application/json") => {
    return owner.ask("POST", path + query, { body, headers: { "content-type": type } });
  };
  return { site, owner, path, shell, send };
}

test("a site that is exported and imported again is unchanged, as JSON and as YAML", async () => {
  const { site, owner, path, send } = await siteWith({ pages: [page("Home")], plugins: paymentPlugin() });
  for (const [accept, type] of [
    ["*/*", "application/json; charset=utf-8"],
    ["application/yaml", "application/yaml; charset=utf-8"],
  ] as const) {
    const exported = await owner.get(path, { headers: { accept } });
    expect([exported.status, exported.headers.get("content-type")]).toEqual([200, type]);
    expect(exported.headers.get("content-disposition")).toContain(`"${site.slug}.`);
    expect([exported.text.includes("sk_test_"), exported.text.includes("whsec_"), exported.text.includes(site.key)]).toEqual(
      Array(3).fill(false),
    );
    const { sections } = reportOf(await send(exported.text, "", type));
    expect(Object.values(sections).filter(({ created, updated }) => created + updated > 0)).toEqual([]);
  }
  expect((await owner.get(`/sites/${site.slug}/audit`)).json).toMatchObject({ total: 0 });
});

test("an import changes the site and says so, a dry run only says so, and the log has who it was", async () => {
  const { site, owner, send, shell } = await siteWith({ pages: [page("Home")] });
  const bundle = { bundle: 1, site: shell, apiKeys: [{ name: "new" }], pages: [page("Changed")] };
  const title = async () => (await server.ask(`${cms}/pages/home`, { key: site.key })).text;
  const tried = reportOf(await send(bundle, "?dryRun=true"));
  expect([tried.dryRun, tried.sections.pages, tried.newKeys]).toEqual([true, { created: 0, updated: 1, unchanged: 0 }, []]);
  expect(await title()).toContain("Home");
  const done = await send(bundle);
  expect([reportOf(done).dryRun, reportOf(done).sections.pages]).toEqual([false, { created: 0, updated: 1, unchanged: 0 }]);
  await server.directory.poll();
  expect(await title()).toContain("Changed");
  const key = reportOf(done).newKeys[0]?.key ?? "";
  expect((await server.ask(`${cms}/pages`, { key })).status).toBe(200);
  const log = await owner.get(`/sites/${site.slug}/audit`);
  expect(log.json).toMatchObject({
    total: 1,
    data: [
      {
        action: "importSite",
        actor: { kind: "SESSION", admin: { name: "Ada" } },
        target: { type: "site", id: site.id },
        changes: [
          { member: "apiKeys", to: { created: 1, updated: 0 } },
          { member: "pages", to: { created: 0, updated: 1 } },
        ],
      },
    ],
  });
  expect(log.text).not.toContain(key);
});

test("mistakes are named with their places, and nothing is changed", async () => {
  const { site, owner, send, shell } = await siteWith({ pages: [page("Home")] });
  const other = await server.addSite();
  const wrong = await send({ bundle: 1, site: shell, pages: [{ ...page("Changed"), locale: "xx" }, { title: 1 }] });
  expect([wrong.status, codeOf(wrong)]).toEqual([400, "validation_failed"]);
  expect(errorsOf(wrong).map((error) => error.path)).toEqual(expect.arrayContaining(["/pages/1/slug"]));
  const foreign = await send({ bundle: 1, site: { ...shell, slug: other.slug } });
  expect(errorsOf(foreign)).toMatchObject([{ path: "/site/slug", code: "other_site" }]);
  const yaml = await send(`bundle: 1\nsite:\n  slug: ${site.slug}\n  nam: x\n`, "", "application/yaml");
  expect(errorsOf(yaml).find(({ path }) => path === "/site/nam")).toMatchObject({ line: 4 });
  for (const text of ["", "{", "- a\n", "\u0000", '{"bundle":1}'])
    expect([text, codeOf(await send(text))]).toEqual([text, "validation_failed"]);
  expect((await owner.get(`/sites/${site.slug}/audit`)).json).toMatchObject({ total: 0 });
});

test("a body may have 8 MiB, and no more", async () => {
  const { send, shell } = await siteWith();
  const text = JSON.stringify({ bundle: 1, site: shell });
  const padded = (bytes: number) => text + " ".repeat(bytes - text.length);
  expect((await send(padded(8 * 1024 * 1024))).status).toBe(200);
  expect(codeOf(await send(padded(8 * 1024 * 1024 + 1)))).toBe("body_too_large");
});

test("secret settings in a bundle need an owner and a recent sign-in; without them an admin imports it", async () => {
  const { site, path, shell } = await siteWith();
  const secret = { bundle: 1, site: shell, plugins: paymentPlugin() };
  const open = { bundle: 1, site: shell, plugins: { "svc.payments": { enabled: false } } };
  const admin = asAdmin(server, await addMember(server, site, "ADMIN"));
  expect((await admin.post(path, secret)).json).toMatchObject({ code: "permission_missing", permission: "plugins:secrets" });
  expect((await admin.post(path, open)).status).toBe(200);
  const owner = await addMember(server, site, "OWNER", { signedInMsAgo: 16 * 60_000 });
  const token = await addToken(server, owner.id, { role: "OWNER" });
  for (const who of [owner, token]) expect(codeOf(await asAdmin(server, who).post(path, secret))).toBe("confirmation_needed");
  expect((await asAdmin(server, token).post(path, open)).status).toBe(200);
  expect((await asAdmin(server, await addMember(server, site, "OWNER")).post(path, secret)).status).toBe(200);
});

test("the references to something are listed by its id, in content and in the catalogue", async () => {
  const to = { $ref: "vitrine:category" };
  const { site, owner } = await siteWith({
    blockTypes: [{ type: "hero", title: "Hero", schema: { type: "object", properties: { to } } }],
    categories: [
      { slug: "pans", title: "Pans" },
      { slug: "small", title: "Small", parent: "pans" },
    ],
    products: [{ slug: "pan", title: "Pan", category: "pans", variants: [{ sku: "PAN", price: 1 }] }],
    pages: [
      { ...page("Home"), composition: [{ type: "hero", props: { to: { category: "pans" } } }] },
      { ...page("Later"), slug: "later", status: "DRAFT", composition: [{ type: "hero", props: { to: { category: "pans" } } }] },
    ],
  });
  const [pans] = await server.deps.sql<{ id: string }>`select id from categories where site_id = ${site.id} and slug = 'pans'`;
  const list = async (query: string) => (await owner.get(`/sites/${site.slug}/references?to=${query}`)).json;
  expect(await list(`${pans?.id}`)).toMatchObject({
    total: 4,
    data: [
      { kind: "category", name: "small", path: "/parentId", locale: null, state: null },
      { kind: "page", name: "home", title: "Home", locale: "en", state: "PUBLISHED", path: "/composition/0/props/to" },
      { kind: "page", name: "later", title: "Later", state: "DRAFT" },
      { kind: "product", name: "pan", title: "Pan", path: "/categoryId" },
    ],
  });
  expect(await list(`${pans?.id}&pageSize=1&page=2`)).toMatchObject({ total: 4, data: [{ name: "home" }] });
  expect(await list(site.id)).toMatchObject({ total: 0, data: [] });
  expect(await list("pans")).toMatchObject({ code: "invalid_query" });
});
