import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { exportBundle } from "../../bundle/index.ts";
import type { BundleError } from "../../bundle/bundle-error.ts";

let server: TestServer;
let site: TestSite;
let ada: TestAdmin;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const text = { type: "string" };
const blockTypes = [
  { type: "hero", title: "Hero", schema: object({ title: text }) },
  { type: "columns", title: "Columns", schema: object({}) },
];
const contentTypes = [{ slug: "news", title: "News", schema: object({ headline: text }) }];
const bundle = {
  blockTypes,
  contentTypes,
  pages: [
    { slug: "home", locale: "en", title: "Home", composition: [{ type: "hero", props: { title: "A long title" } }] },
    {
      slug: "about",
      locale: "en",
      title: "About",
      composition: [{ type: "columns", children: { left: [{ type: "hero", props: { title: "Short" } }] } }],
      draft: { title: "About", composition: [{ type: "hero", props: { title: "A long draft" } }] },
    },
  ],
  entries: [
    { contentType: "news", slug: "one", locale: "en", data: { headline: "A long headline" } },
    { contentType: "news", slug: "two", locale: "en", status: "DRAFT", data: { headline: "A long draft" } },
    { contentType: "news", slug: "three", locale: "en", data: {} },
  ],
};
beforeEach(async () => {
  site = await server.addSite(bundle);
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});

const at = (path: string) => `/sites/${site.slug}/${path}`;
const put = (path: string, body: object, revision?: number) =>
  asAdmin(server, ada).put(at(path), body, revision === undefined ? { headers: { "if-none-match": "*" } } : { revision });
const shortTitles = { title: "Hero", schema: object({ title: { ...text, maxLength: 5 } }) };
const invalidOnes = async () =>
  (
    await server.deps.sql<{ slug: string }>`
      select slug from translations where site_id = ${site.id} and is_invalid order by slug`
  ).map(({ slug }) => slug);
const affectedOf = ({ json }: { json: unknown }) => {
  const { affected, affectedTotal } = (json as { affected: { path: string; state: string }[]; affectedTotal: number }) ?? {};
  return [affectedTotal, affected.map(({ state, path }) => `${state} ${path}`).sort()];
};

test("a type is created once, read, listed, replaced as a whole, and keeps its revision if nothing changes", async () => {
  const first = { title: "Quote", description: "Words", schema: object({ text }), slots: { more: { title: "More", max: 2 } } };
  const created = await put("block-types/quote", first);
  expect([created.status, created.headers.get("etag")]).toEqual([201, '"1"']);
  expect(codeOf(await put("block-types/quote", first))).toBe("revision_conflict");
  const read = await asAdmin(server, ada).get(at("block-types/quote"));
  expect([read.json, read.headers.get("etag")]).toEqual([created.json, '"1"']);
  expect(read.json).toMatchObject({ data: { ...first, category: null, icon: null, uiSchema: {}, defaults: {}, revision: 1 } });
  const second = { title: "Quotation", schema: object({ text }) };
  const replaced = await put("block-types/quote", second, 1);
  expect(replaced.json).toMatchObject({ data: { ...second, description: null, slots: null, revision: 2 } });
  expect((await put("block-types/quote", second, 2)).headers.get("etag")).toBe('"2"');
  const stale = await put("block-types/quote", first, 1);
  expect(stale.json).toMatchObject({ code: "revision_conflict", revision: 2, changedBy: { name: "Ada" } });
  const listed = await asAdmin(server, ada).get(at("block-types?pageSize=2"));
  expect(listed.json).toMatchObject({ data: [{ type: "columns" }, { type: "hero" }], total: 3 });
  expect((await asAdmin(server, ada).get(at("content-types"))).json).toMatchObject({ data: [{ type: "news" }], total: 1 });
  const log = (await asAdmin(server, ada).get(at("audit?target=blockType"))).json as { data: { action: string }[] };
  expect(log.data.map(({ action }) => action)).toEqual(["putBlockType", "putBlockType"]);
});

test("the public sees a changed type, with its slots", async () => {
  const types = async () => ((await server.ask(`${cms}/block-types`, { key: site.key })).json as { data: { type: string }[] }).data;
  expect(await types()).toMatchObject([{ type: "columns", slots: null }, { type: "hero" }]);
  const slots = { left: { title: "Left", allow: ["hero"], max: 1 } };
  expect((await put("block-types/columns", { title: "Columns", schema: object({}), slots }, 1)).status).toBe(200);
  await server.directory.poll();
  expect(await types()).toMatchObject([{ type: "columns", slots }, { type: "hero" }]);
  const text = (await exportBundle(server.deps, site.slug, { format: "json", withSecrets: false })) ?? "";
  expect(JSON.parse(text)).toMatchObject({ blockTypes: [{ type: "columns", slots }, { type: "hero" }] });
});

test("faults of a definition have pointers, and nothing is stored", async () => {
  const invalid = { title: "X", schema: object({ a: { type: "string", nonsense: 1 } }), defaults: {} };
  const pathsOf = (answer: { json: unknown }) => (answer.json as { errors: { path: string }[] }).errors.map(({ path }) => path);
  expect(pathsOf(await put("block-types/faulty", invalid))).toEqual(["/schema/properties/a/nonsense"]);
  expect(pathsOf(await put("block-types/faulty", { title: "X", schema: object({ a: text }), defaults: { a: 1 } }))).toEqual([
    "/defaults/a",
  ]);
  expect(pathsOf(await put("block-types/faulty", { title: "X", schema: object({}), slots: { a: { title: "A", max: 0 } } }))[0]).toMatch(
    /^\/slots/,
  );
  expect(pathsOf(await put("block-types/Not a slug", { title: "X", schema: object({}) }))).toEqual([""]);
  expect(pathsOf(await put("content-types/page", { title: "X", schema: object({}) }))).toEqual([""]);
  expect(codeOf(await put("content-types/page", { title: "X", schema: object({}) }, 1))).toBe("content_type_not_found");
  expect(codeOf(await asAdmin(server, ada).get(at("block-types/faulty")))).toBe("block_type_not_found");
});

test("a check tells which contents a definition would make invalid, and changes nothing", async () => {
  const check = async (path: string, body: object) => ((await asAdmin(server, ada).post(at(path), body)).json as { data: object }).data;
  expect(affectedOf({ json: await check("block-types/hero/check", shortTitles) })).toEqual([
    2,
    ["DRAFT /composition/0/props/title", "PUBLISHED /composition/0/props/title"],
  ]);
  const news = { title: "News", schema: object({ headline: { ...text, maxLength: 5 } }) };
  expect(affectedOf({ json: await check("content-types/news/check", news) })).toEqual([2, ["DRAFT /headline", "PUBLISHED /headline"]]);
  expect(await check("content-types/news/check", { title: "News", schema: { type: "array" } })).toMatchObject({
    valid: false,
    affected: [],
    affectedTotal: 0,
    problems: [{ path: "/schema/type" }],
  });
  expect((await asAdmin(server, ada).get(at("block-types/hero"))).headers.get("etag")).toBe('"1"');
  expect(await invalidOnes()).toEqual([]);
});

test("a definition that makes published documents invalid is refused, and with force marks them until they fit again", async () => {
  const refused = await put("block-types/hero", shortTitles, 1);
  expect([refused.status, codeOf(refused)]).toEqual([409, "documents_affected"]);
  expect(affectedOf(refused)[0]).toBe(2);
  expect([(await asAdmin(server, ada).get(at("block-types/hero"))).headers.get("etag"), await invalidOnes()]).toEqual(['"1"', []]);
  expect((await put("block-types/hero?force=true", shortTitles, 1)).status).toBe(200);
  expect(await invalidOnes()).toEqual(["home"]);
  expect((await server.ask(`${cms}/pages/home`, { key: site.key })).status).toBe(200);
  // Content that is invalid already keeps nobody from the next change.
  expect((await put("block-types/hero", { ...shortTitles, title: "Hero!" }, 2)).status).toBe(200);
  expect(await invalidOnes()).toEqual(["home"]);
  expect((await put("block-types/hero", { title: "Hero", schema: object({ title: text }) }, 3)).status).toBe(200);
  expect(await invalidOnes()).toEqual([]);
  const news = { title: "News", schema: object({ headline: text }, { required: ["headline"] }) };
  expect(affectedOf(await put("content-types/news", news, 1))).toEqual([1, ["PUBLISHED /headline"]]);
  expect((await put("content-types/news?force=true", news, 1)).status).toBe(200);
  expect(await invalidOnes()).toEqual(["three"]);
});

test("slots that children do not fit make a page invalid, for a change of the type and for an import", async () => {
  const columns = (slots: object) => ({ title: "Columns", schema: object({}), slots });
  const path = async (slots: object) => affectedOf(await put("block-types/columns", columns(slots), 1))[1];
  expect(await path({})).toEqual(["PUBLISHED /composition/0/children/left"]);
  expect(await path({ left: { title: "Left", allow: ["columns"] } })).toEqual(["PUBLISHED /composition/0/children/left/0/type"]);
  expect((await put("block-types/columns", columns({ left: { title: "Left", allow: ["hero"], max: 1 } }), 1)).status).toBe(200);
  const hero = { type: "hero", props: {} };
  const page = (children: object) => ({ slug: "new", locale: "en", title: "New", composition: [{ type: "columns", children }] });
  const site_ = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  const pathsOf = async (children: object) =>
    server.import({ bundle: 1, site: site_, pages: [page(children)] }).then(
      () => [],
      (error: unknown) => (error as BundleError).errors.map(({ path: at_ }) => at_),
    );
  expect(await pathsOf({ left: [hero, hero] })).toEqual(["/pages/0/composition/0/children/left"]);
  expect(await pathsOf({ left: [{ type: "columns" }] })).toEqual(["/pages/0/composition/0/children/left/0/type"]);
  expect(await pathsOf({ right: [hero] })).toEqual(["/pages/0/composition/0/children/right"]);
  expect(await pathsOf({ left: [hero] })).toEqual([]);
});

test("a type in use is not deleted, and one that nothing uses is", async () => {
  const remove = (path: string) => asAdmin(server, ada).delete(at(path), { revision: 1 });
  const used = await remove("block-types/hero");
  expect(used.json).toMatchObject({ code: "in_use", placesTotal: 3 });
  expect((await remove("content-types/news")).json).toMatchObject({ code: "in_use", placesTotal: 3 });
  expect((await put("block-types/spare", { title: "Spare", schema: object({}) })).status).toBe(201);
  expect((await put("content-types/spare", { title: "Spare", schema: object({}) })).status).toBe(201);
  expect([(await remove("block-types/spare")).status, (await remove("content-types/spare")).status]).toEqual([204, 204]);
  expect(codeOf(await remove("block-types/spare"))).toBe("block_type_not_found");
});

test("however an import and a change of a type meet, no published content is invalid without a mark", async () => {
  const site_ = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
  for (let round = 0; round < 8; round += 1) {
    const [before] = await server.deps.sql<{ revision: number }>`
      select revision from content_types where site_id = ${site.id} and slug = 'news'`;
    const length = round % 2 === 0 ? 20 : 1_000;
    const schema = object({ headline: { ...text, maxLength: length } });
    const entry = { contentType: "news", slug: `r-${round}`, locale: "en", data: { headline: "x".repeat(30) } };
    const outcomes = await Promise.allSettled([
      server.import({ bundle: 1, site: site_, entries: [entry] }),
      put("content-types/news?force=true", { title: `News ${round}`, schema }, before?.revision ?? 0),
    ]);
    expect(outcomes[1]).toMatchObject({ status: "fulfilled", value: { status: 200 } });
    const rows = await server.deps.sql<{ slug: string; isInvalid: boolean; content: { headline?: string } }>`
      select translations.slug, translations.is_invalid as "isInvalid", versions.content
      from translations join versions on versions.site_id = ${site.id} and versions.id = translations.published_version_id
      where translations.site_id = ${site.id} and translations.content_type = 'news'`;
    for (const { slug, isInvalid, content } of rows) expect([slug, isInvalid]).toEqual([slug, (content.headline ?? "").length > length]);
  }
});
