import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { madeNotes, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({});
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

type Listed = MadeAsset & { tags: string[]; folder: string };
const createAssets = async (count: number) => Promise.all(Array.from({ length: count }, () => madeNotes({ server, site, owner })));
const seen = (assets: readonly MadeAsset[]) => assets.map(({ id, revision }) => ({ id, revision }));
const bulk = (body: object) => asAdmin(server, owner).post(`/sites/${site.slug}/assets/bulk`, body);
const dataOf = ({ json }: { json: unknown }) => (json as { data: Listed[] }).data;
const read = async ({ id }: MadeAsset) => {
  const { status, json } = await asAdmin(server, owner).get(`/sites/${site.slug}/assets/${id}`);
  return status === 200 ? (json as { data: Listed }).data : undefined;
};

test("several assets are tagged, moved and deleted, and those that have it already keep their revision", async () => {
  const assets = await createAssets(3);
  const tagged = dataOf(await bulk({ action: "tag", tags: ["sea", "blue"], items: seen(assets) }));
  expect(tagged.map(({ tags, revision }) => ({ tags, revision }))).toEqual(assets.map(() => ({ tags: ["sea", "blue"], revision: 2 })));
  const more = dataOf(await bulk({ action: "tag", tags: ["blue", "north"], items: seen(tagged) }));
  expect(more.map(({ tags }) => tags)).toEqual(assets.map(() => ["sea", "blue", "north"]));
  expect(dataOf(await bulk({ action: "tag", tags: ["north"], items: seen(more) })).map(({ revision }) => revision)).toEqual([3, 3, 3]);
  const moved = dataOf(await bulk({ action: "move", folder: "coast/2026", items: seen(more) }));
  expect(new Set(moved.map(({ folder }) => folder))).toEqual(new Set(["coast/2026"]));
  expect((await bulk({ action: "delete", items: seen(moved) })).json).toMatchObject({ data: [], total: 0 });
  expect(await Promise.all(assets.map(read))).toEqual([undefined, undefined, undefined]);
});

test("one asset that has changed, is gone, or is shown keeps all as they are", async () => {
  const assets = await createAssets(3);
  const [first] = seen(assets);
  const untouched = async () => expect((await Promise.all(assets.map(read))).map((asset) => asset?.revision)).toEqual([1, 1, 1]);
  const outdated = seen(assets).map((item, index) => (index === 2 ? { ...item, revision: 7 } : item));
  expect(await bulk({ action: "move", folder: "a", items: outdated })).toMatchObject({
    status: 412,
    json: { errors: [{ path: "/items/2" }] },
  });
  await untouched();
  const unknown = { id: owner.id, revision: 1 };
  expect(codeOf(await bulk({ action: "delete", items: [...seen(assets), unknown] }))).toBe("asset_not_found");
  await untouched();
  await show(assets[1]);
  expect((await bulk({ action: "delete", items: seen(assets) })).json).toMatchObject({ code: "in_use", placesTotal: 1 });
  await untouched();
  expect((await bulk({ action: "delete", items: seen(assets), force: true })).status).toBe(200);
  expect(await read({ ...(assets[0] as MadeAsset), ...first })).toBeUndefined();
});

test("an action without its words, with too many tags or too many assets is refused", async () => {
  const [asset] = await createAssets(1);
  const items = seen([asset as MadeAsset]);
  const tags = (from: number, count: number) => Array.from({ length: count }, (_, index) => `tag ${from + index}`);
  for (const body of [
    { action: "tag", items },
    { action: "move", items },
    { action: "move", folder: "a//b", items },
    { action: "delete", items: [] },
    { action: "delete", items: Array.from({ length: 101 }, () => items[0]) },
  ])
    expect([(await bulk(body)).status, JSON.stringify(body).slice(0, 40)]).toEqual([400, JSON.stringify(body).slice(0, 40)]);
  const full = dataOf(await bulk({ action: "tag", tags: tags(0, 50), items }));
  expect((await bulk({ action: "tag", tags: tags(50, 1), items: seen(full) })).json).toMatchObject({ errors: [{ path: "/tags" }] });
});

/** Makes a page that shows the asset. */
async function show(asset: MadeAsset | undefined): Promise<void> {
  const { sql } = server.deps;
  await server.import({
    bundle: 1,
    site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
    pages: [{ slug: "shows", locale: "en", title: "Shows" }],
  });
  await sql`
    insert into content_references (site_id, id, translation_id, is_draft, path, kind, target_id)
    select site_id, ${server.deps.ids.next()}, id, false, '/x', 'asset', ${asset?.id ?? ""}::uuid from translations where site_id = ${site.id} limit 1`;
}
