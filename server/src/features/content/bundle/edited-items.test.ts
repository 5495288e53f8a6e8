import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";
import { catalogItemId, releaser } from "../../../../../test/kit/releases.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Members = Record<string, unknown>;
const schema = { type: "object", properties: { text: { type: "string" } } };
const picture = "pictures/boks-crate-ash.webp";
/** The bundle with one title for everything that people can change. */
const titled = (title: string, more: Members = {}): Members => ({
  bundle: 1,
  site: { ...site, settings: { mail: { senderName: title } } },
  plugins: { "svc.forms": { enabled: true, config: { notify: [`${title.toLowerCase()}@shop.example`] } } },
  blockTypes: [
    { type: "other", title, schema },
    { type: "text", title, schema },
  ],
  contentTypes: [{ slug: "note", title, schema }],
  categories: [{ slug: "chairs", title }],
  products: [
    { slug: "other", title, variants: [{ sku: "OTHER", price: 100 }] },
    { slug: "chair", title, category: "chairs", variants: [{ sku: "CHAIR", title: "One", price: 100 }] },
  ],
  plans: [{ slug: "monthly", name: title, price: 100, interval: "month" }],
  ...more,
});

let site: Members;
let siteReleaser: ReturnType<typeof releaser>;
let siteId: string;
beforeEach(async () => {
  site = newBundle().site as Members;
  const report = await server.import(titled("First"));
  siteId = report.siteId;
  siteReleaser = releaser(server, site as { slug: string }, await addMember(server, { id: siteId }, "OWNER", { name: "Ada" }));
});

const message = "was changed by Ada since the last import, and stays as it is: take it out of the bundle, or use --overwrite";
const warning = (path: string) => ({ path, code: "changed_since", message });
const edit = async (path: string, change: (whole: Members) => Members) => {
  const { json } = await siteReleaser.api.get(siteReleaser.base + path);
  const { revision, ...whole } = (json as { data: Members & { revision: number } }).data;
  const put = path === "" ? siteReleaser.api.patch : siteReleaser.api.put;
  const answer = await put(siteReleaser.base + path, change(whole), { revision });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
};
const release = async (changes: readonly (readonly [type: string, slug: string, patch: object])[]) => {
  const { id } = await siteReleaser.make();
  for (const [type, slug, patch] of changes)
    expect((await siteReleaser.change(id, type, await catalogItemId(server, { id: siteId }, slug), patch)).status).toBe(201);
  expect((await siteReleaser.publishRelease(id)).status).toBe(200);
};
const editAll = async () => {
  await edit("", () => ({ settings: { mail: { senderName: "Edited" } } }));
  await edit("/plugins/svc.forms", ({ enabled }) => ({ enabled, config: { notify: ["edited@shop.example"] } }));
  await edit("/block-types/text", () => ({ title: "Edited", schema }));
  await edit("/content-types/note", () => ({ title: "Edited", schema }));
  await release([
    ["category", "chairs", { title: "Edited" }],
    ["product", "chair", { title: "Edited" }],
    ["plan", "monthly", { name: "Edited" }],
  ]);
};
const titles = async () => {
  const exported = (await siteReleaser.api.get(`${siteReleaser.base}/bundle`)).json as ReturnType<typeof titled> & {
    site: { settings: { mail: { senderName: string } } };
    plugins: { "svc.forms": { config: { notify: string[] } } };
  };
  const listed = (section: string) =>
    (exported[section] as Members[]).map(({ type, slug, title, name }) => `${String(type ?? slug)}: ${String(title ?? name)}`);
  return [
    exported.site.settings.mail.senderName,
    ...exported.plugins["svc.forms"].config.notify,
    ...["blockTypes", "contentTypes", "categories", "products", "plans"].flatMap(listed),
  ];
};
const edited = [
  ...["Edited", "edited@shop.example", "other: Second", "text: Edited", "note: Edited", "chairs: Edited"],
  ...["other: Second", "chair: Edited", "monthly: Edited"],
];
const everywhere = [
  ...["/blockTypes/1", "/categories/0", "/contentTypes/0", "/plans/0", "/plugins/svc.forms", "/products/1", "/site/settings"],
];

test("an import leaves alone what a person has changed since the last one, names it, and imports the rest", async () => {
  await editAll();
  for (const dryRun of [true, false]) {
    const { warnings, sections } = await server.import(titled("Second"), { dryRun });
    expect(warnings.sort((a, b) => (a.path < b.path ? -1 : 1))).toMatchObject(everywhere.map(warning));
    expect(sections).toMatchObject({
      site: { updated: 0 },
      plugins: { updated: 0 },
      blockTypes: { updated: 1 },
      contentTypes: { updated: 0 },
      categories: { updated: 0 },
      products: { updated: 1 },
      plans: { updated: 0 },
    });
  }
  expect(await titles()).toEqual(edited);
  expect((await server.import(titled("Second"))).warnings).toHaveLength(everywhere.length);
  expect((await server.import(titled("Third"), { overwrite: true })).warnings).toEqual([]);
  expect((await titles()).filter((title) => !/third/i.test(title))).toEqual([]);
  expect((await server.import(titled("Fourth"))).warnings).toEqual([]);
});

test("a bundle that has taken over the changes goes on from there", async () => {
  await editAll();
  for (const title of ["Edited", "Later"]) expect((await server.import(titled(title))).warnings).toEqual([]);
  expect((await titles()).filter((title) => !/later/i.test(title))).toEqual([]);
});

test("what a person has made or sold is not protected", async () => {
  await siteReleaser.api.put(
    `${siteReleaser.base}/block-types/made-here`,
    { title: "Made", schema },
    { headers: { "if-none-match": "*" } },
  );
  await server.deps.sql`update variants set stock = 1 where site_id = ${siteId}`;
  const blockTypes = [{ type: "made-here", title: "From the file", schema }];
  const { warnings, sections } = await server.import(titled("Second", { blockTypes }));
  expect([warnings, sections.blockTypes.updated, sections.products.updated]).toEqual([[], 1, 2]);
});

test("a file's words that a person has changed stay", async () => {
  const assets = (title: string) => ({ assets: [{ path: picture, title }] });
  await server.import(titled("First", assets("First")));
  const { data } = (await siteReleaser.api.get(`${siteReleaser.base}/assets`)).json as { data: { id: string; revision: number }[] };
  const [{ id, revision } = { id: "", revision: 0 }] = data;
  expect((await siteReleaser.api.patch(`${siteReleaser.base}/assets/${id}`, { title: "Edited" }, { revision })).status).toBe(200);
  expect((await server.import(titled("First", assets("Second")))).warnings).toMatchObject([warning("/assets/0")]);
  expect((await siteReleaser.api.get(`${siteReleaser.base}/assets/${id}`)).json).toMatchObject({ data: { title: "Edited" } });
});

test("locales and the default one stay together, and content is checked by what the site has", async () => {
  await edit("", () => ({ locales: ["en", "de", "pt-BR", "fr"], defaultLocale: "fr" }));
  const page = { slug: "home", locale: "fr", title: "Accueil", composition: [] };
  const report = await server.import(titled("First", { pages: [page] }));
  expect(report.warnings.map(({ path }) => path)).toEqual(["/site/defaultLocale", "/site/locales"]);
  expect(report.sections.pages.created).toBe(1);
});

test("a type that a person has changed is the one that content must meet, and both are named", async () => {
  await edit("/block-types/text", () => ({ title: "Edited", schema: { ...schema, required: ["text"] } }));
  const page = { slug: "home", locale: "en", title: "Home", composition: [{ id: "a", type: "text", props: {} }] };
  await expect(server.import(titled("First", { pages: [page] }))).rejects.toMatchObject({
    errors: [warning("/blockTypes/1"), { path: "/pages/0/composition/0/props/text" }],
  });
});
