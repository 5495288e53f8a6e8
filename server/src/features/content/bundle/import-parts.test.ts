import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { errorsIn, newBundle } from "../../../../../test/kit/new-bundle.ts";
import { paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { bundleParts } from "./bundle-parts.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const schema = { type: "object", properties: { text: { type: "string" } } };
/** Something of each section, with one title. */
const whole = (title: string) => ({
  bundle: 1,
  site: { ...site, name: title },
  apiKeys: [{ name: title }],
  plugins: { "svc.forms": { enabled: true, config: { notify: [`${title.toLowerCase()}@shop.example`] } } },
  blockTypes: [{ type: "text", title, schema }],
  contentTypes: [{ slug: "note", title, schema }],
  forms: [{ slug: "contact", name: title, schema }],
  assets: [{ path: "pictures/boks-crate-ash.webp", title }],
  pages: [{ slug: "home", locale: "en", title, composition: [{ id: "a", type: "text", props: { text: title } }] }],
  entries: [{ contentType: "note", slug: "one", locale: "en", data: { text: title } }],
  categories: [{ slug: "chairs", title }],
  products: [{ slug: "chair", title, category: "chairs", variants: [{ sku: "CHAIR", title, price: 100 }] }],
  plans: [{ slug: "monthly", name: title, price: 100, interval: "month" }],
});

let site: { slug: string };
beforeEach(async () => {
  site = newBundle().site as typeof site;
  await server.import(whole("First"));
});

const sectionsOf = {
  model: ["blockTypes", "contentTypes", "forms"],
  content: ["assets", "pages", "entries"],
  catalogue: ["categories", "products", "plans"],
  settings: ["site", "apiKeys", "plugins"],
};

test.each(bundleParts)("an import of the %s alone changes nothing else", async (only) => {
  const { sections } = await server.import(whole("Second"), { only });
  const changed = Object.entries(sections).flatMap(([section, { created, updated }]) => (created + updated > 0 ? [section] : []));
  expect(changed.sort()).toEqual([...sectionsOf[only]].sort());
});

test("the part is checked with what the site has, and mistakes elsewhere do not count", async () => {
  const { blockTypes: _types, ...rest } = whole("Second");
  const others = { blockTypes: [{ type: "quote", title: "Quote", schema }], products: [{ nonsense: true }] };
  expect((await server.import({ ...rest, ...others }, { only: "content" })).sections.pages.updated).toBe(1);
  const pages = [{ slug: "home", locale: "fr", title: "A", composition: [{ id: "a", type: "quote", props: {} }] }];
  const wrong = { ...rest, ...others, site: { ...site, locales: ["en", "fr"] }, pages };
  expect((await errorsIn(server.import(wrong, { only: "content" }))).map(({ path }) => path)).toEqual([
    "/pages/0/locale",
    "/pages/0/composition/0/type",
  ]);
  const shop = { ...rest, categories: [], products: [{ slug: "b", title: "B", category: "chairs", variants: [{ sku: "B", price: 1 }] }] };
  expect((await server.import(shop, { only: "catalogue" })).sections.products.created).toBe(1);
});

test("a part is of a site that exists", async () => {
  const other = { ...whole("First"), site: newBundle().site };
  await expect(server.import(other, { only: "model" })).rejects.toThrow("There is no site");
});

test("the admin API imports a part, which needs no permission for the secrets of another", async () => {
  const [siteRow] = await server.deps.sql<{ id: string }>`select id from sites where slug = ${site.slug}`;
  const { ask } = asAdmin(server, await addMember(server, { id: siteRow?.id ?? "" }, "ADMIN"));
  const send = (query: string, body: object) => ask("POST", `/sites/${site.slug}/bundle${query}`, { body });
  const { assets: _files, ...bundle } = whole("Second");
  const withSecrets = { ...bundle, plugins: paymentPlugin() };
  expect((await send("", withSecrets)).status).toBe(403);
  expect(codeOf(await send("?only=pages", withSecrets))).toBe("invalid_query");
  const answer = await send("?only=catalogue", withSecrets);
  expect([answer.status, answer.json]).toMatchObject([200, { data: { sections: { plans: { updated: 1 }, pages: { updated: 0 } } } }]);
});
