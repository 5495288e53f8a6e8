import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, addToken, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { pageDraft } from "../../../../../../test/kit/documents.ts";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { catalogItemId, releaser } from "../../../../../../test/kit/releases.ts";
import { sampleCatalog } from "../../../../../../test/kit/sample-catalog.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let ada: TestAdmin;
beforeEach(async () => {
  site = await server.addSite({ ...sampleSite(), ...sampleCatalog() });
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});

const openReleaser = () => releaser(server, site, ada);
const readShop = async (path: string) => {
  await server.directory.poll();
  return (await server.ask(`${shop}/${path}`, { key: site.key })).json as { data?: Record<string, unknown>; code?: string };
};

test("products, categories and plans change with the release, and not before", async () => {
  const { make, create, add, change, publishRelease, readRelease, check, api, base } = openReleaser();
  const { id } = await make();
  const [chair, seating, care] = [
    await catalogItemId(server, site, "fjell-chair"),
    await catalogItemId(server, site, "seating"),
    await catalogItemId(server, site, "care-year"),
  ];
  const staged = await change(id, "product", chair, { title: "The new chair", description: null });
  expect([staged.status, staged.json]).toMatchObject([201, { data: { type: "product", target: chair, addedBy: { name: "Ada" } } }]);
  await change(id, "product", chair, { description: "Better than ever" });
  await change(id, "category", seating, { title: "Seats" });
  expect((await change(id, "plan", care, { price: 8_000 })).status).toBe(201);
  await add(id, await create("pages", pageDraft("launch")));
  expect((await readRelease(id)).changes.map(({ type }) => type)).toEqual(["product", "product", "category", "plan"]);
  const before = await readShop("products/slug/fjell-chair");
  expect(before.data?.title).not.toBe("The new chair");
  expect((await check(id)).ready).toBe(true);
  expect(await readShop("products/slug/fjell-chair")).toEqual(before);
  expect((await publishRelease(id)).status).toBe(200);
  expect(await readShop("products/slug/fjell-chair")).toMatchObject({
    data: { id: chair, title: "The new chair", description: "Better than ever", variants: before.data?.variants },
  });
  expect((await readShop("categories/slug/seating")).data?.title).toBe("Seats");
  expect((await readShop("subscriptions/plans")).data).toContainEqual(expect.objectContaining({ slug: "care-year", price: 8_000 }));
  const log = (await api.get(`${base}/audit?action=publishRelease&target=product`)).json;
  expect(log).toMatchObject({
    data: [
      {
        target: { id: chair, label: "The new chair" },
        changes: expect.arrayContaining([expect.objectContaining({ member: "title", to: "The new chair" })]) as object,
      },
    ],
  });
});

test("units that were sold since stay sold", async () => {
  const { make, change, publishRelease } = openReleaser();
  const { id } = await make();
  const bench = await catalogItemId(server, site, "fjell-chair");
  await server.deps.sql`update variants set stock = 5 where site_id = ${site.id} and product_id = ${bench}`;
  const sku = ((await readShop("products/slug/fjell-chair")).data as { variants: { sku: string }[] }).variants[0]?.sku;
  const variants = [{ sku, price: 700, stock: 5 }];
  expect((await change(id, "product", bench, { options: [], variants, translations: null })).status).toBe(201);
  await server.deps.sql`update variants set stock = 3 where site_id = ${site.id} and product_id = ${bench}`;
  expect((await publishRelease(id)).status).toBe(200);
  expect((await readShop("products/slug/fjell-chair")).data).toMatchObject({ price: 700, variants: [{ sku, stock: 3 }] });
});

test("variants that others add or change until then stay as the others left them", async () => {
  const { make, check, publishRelease, readRelease, api, at } = openReleaser();
  const { id } = await make();
  const chair = await catalogItemId(server, site, "fjell-chair");
  type Variant = { sku: string; price: number; title: string; compareAtPrice?: number | null };
  const present = async () => ((await readShop("products/slug/fjell-chair")).data as { variants: Variant[] }).variants;
  const { sql } = server.deps;
  const catalogItems = async () => {
    const answer = (await api.get(`${at(id)}/goods?ids=${chair}`)).json as { data: { before: object; after: { variants: Variant[] } }[] };
    return answer.data[0]?.after.variants ?? [];
  };
  const seen = await catalogItems();
  const [first, second, third] = seen.map(({ sku }) => sku) as [string, string, string];
  const priced = (list: Variant[], sku: string, price: number) => list.map((each) => (each.sku === sku ? { ...each, price } : each));
  const stage = async (variants: Variant[], seenVariants?: Variant[]) =>
    (await api.post(`${at(id)}/changes`, { type: "product", id: chair, patch: { variants }, ...(seenVariants && { seenVariants }) }))
      .status;

  // Somebody changes a price and a title, and adds a variant, while the form of another person is open.
  await sql`update variants set price = 111 where site_id = ${site.id} and sku = ${second}`;
  await sql`update variants set title = 'Renamed' where site_id = ${site.id} and sku = ${first}`;
  await sql`
    insert into variants (site_id, id, product_id, sku, title, price, options, position, created_at, updated_at)
    select site_id, gen_random_uuid(), product_id, 'ADDED-1', 'Added', 222, '{"Wood":"Ash","Seat":"Wood"}', 90, created_at, updated_at from variants where site_id = ${site.id} and sku = ${first}`;
  // The price of before is taken back by leaving it out.
  const withoutFormer = priced(seen, first, 700).map(({ compareAtPrice: _former, ...each }) => each);
  expect(await stage(withoutFormer, seen)).toBe(201);
  // The second change begins with what the first one makes; and after it, another variant is added.
  expect(await stage(priced(await catalogItems(), third, 800))).toBe(201);
  await sql`update variants set sku = 'ADDED-2' where site_id = ${site.id} and sku = 'ADDED-1'`;
  expect((await catalogItems()).map(({ sku, price }) => [sku, price])).toEqual([
    ...[
      [first, 700],
      [second, 111],
      [third, 800],
    ],
    ["ADDED-2", 222],
  ]);
  expect((await check(id)).problems).toEqual([]);

  // A variant that the release prices is gone: that is for people to decide.
  await sql`delete from variants where site_id = ${site.id} and sku = ${third}`;
  expect((await check(id)).problems).toMatchObject([
    { path: "/variants", code: "gone", message: expect.stringContaining(third) as string },
  ]);
  expect(codeOf(await publishRelease(id))).toBe("release_blocked");
  const [, later] = (await readRelease(id)).changes;
  expect((await api.delete(`${at(id)}/changes/${later?.id}`)).status).toBe(204);
  // One that it leaves alone may go.
  await sql`delete from variants where site_id = ${site.id} and sku = ${second}`;
  expect((await publishRelease(id)).status).toBe(200);
  const after = await present();
  expect(after.map(({ sku }) => sku)).toEqual([first, "ADDED-2"]);
  expect(after[0]).toMatchObject({ sku: first, price: 700, title: "Renamed", compareAtPrice: null });
});

test("a change is checked when it is added, after those of the same thing", async () => {
  const { make, change, api, at } = openReleaser();
  const { id } = await make();
  const chair = await catalogItemId(server, site, "fjell-chair");
  const errorsOf = async (type: string, target: string, patch: object) =>
    ((await change(id, type, target, patch)).json as { errors?: { path: string; code: string }[] }).errors?.map(
      ({ path, code }) => `${path} ${code}`,
    );
  expect(await errorsOf("product", chair, { titel: "x" })).toEqual(["/patch/titel additionalProperties"]);
  expect(await errorsOf("product", chair, { title: null })).toEqual(["/patch/title required"]);
  expect(await errorsOf("product", chair, { slug: "other" })).toEqual(["/patch/slug constant"]);
  expect(await errorsOf("product", chair, { category: "none" })).toEqual(["/patch/category unknown"]);
  expect(await errorsOf("product", ada.id, { title: "x" })).toEqual(["/id unknown"]);
  expect(await errorsOf("category", chair, { title: "x" })).toEqual(["/id unknown"]);
  expect(await errorsOf("category", await catalogItemId(server, site, "seating"), { parent: "seating" })).toEqual(["/patch/parent circle"]);
  expect(await errorsOf("product", chair, { description: "x".repeat(65_536) })).toEqual(["/patch too_large"]);
  expect(await errorsOf("variant", chair, {})).toHaveLength(1);
  expect((await change(id, "product", chair, { options: [] })).status).toBe(400);
  expect((await change(id, "product", chair, { attributes: { wood: "oak" } })).status).toBe(201);
  const other = await server.addSite({ ...sampleSite(), ...sampleCatalog() });
  expect(await errorsOf("product", await catalogItemId(server, other, "fjell-chair"), { title: "x" })).toEqual(["/id unknown"]);
  const [staged] = (await openReleaser().readRelease(id)).changes;
  const path = `${at(id)}/changes/${staged?.id}`;
  expect([(await api.delete(path)).status, codeOf(await api.delete(path))]).toEqual([204, "release_change_not_found"]);
  expect(codeOf(await api.delete(`${at(id)}/changes/none`))).toBe("release_change_not_found");
});

test("a change that became impossible stands in the way, with everything else", async () => {
  const { make, create, add, change, check, publishRelease } = openReleaser();
  const { id } = await make();
  const care = await catalogItemId(server, site, "care-year");
  expect((await change(id, "plan", care, { price: 1 })).status).toBe(201);
  await add(id, await create("pages", pageDraft("launch")));
  await server.deps.sql`delete from plans where site_id = ${site.id} and id = ${care}`;
  const { problems } = await check(id);
  expect(problems).toMatchObject([{ item: null, code: "unknown", message: "is not a plan of the site" }]);
  expect(codeOf(await publishRelease(id))).toBe("release_blocked");
  expect((await server.ask("/api/public/v1/pages/launch", { key: site.key })).status).toBe(404);
});

test("changes of the shop are for those who may change it, and so are plans and publications of them", async () => {
  const { make, change, at } = openReleaser();
  const { id, revision } = await make();
  await change(id, "plan", await catalogItemId(server, site, "care-year"), { price: 1 });
  // No role has the one permission without the other: a token has the place of both.
  await server.deps.sql`update members set role = 'AUTHOR' where site_id = ${site.id} and admin_id = ${ada.id}`;
  const author = releaser(server, site, ada);
  expect((await author.change(id, "plan", id, {})).json).toMatchObject({ code: "permission_missing" });
  const owner = await addMember(server, site, "OWNER");
  const sales = releaser(server, site, await addToken(server, owner.id, { role: "SALES" }));
  expect((await sales.change(id, "plan", id, {})).json).toMatchObject({ permission: "content:publish" });
  expect((await sales.api.post(`${at(id)}/publish`, { revision })).json).toMatchObject({ permission: "content:publish" });
});

test("a release has 1,000 changes of the shop, of 2 MiB, at most", async () => {
  const { make, change } = openReleaser();
  const { id } = await make();
  const care = await catalogItemId(server, site, "care-year");
  await server.deps.sql`
    insert into release_changes (site_id, id, release_id, kind, target_id, patch, added_at)
    select ${site.id}, gen_random_uuid(), ${id}, 'plan', gen_random_uuid(), '{}', now() from generate_series(1, 999)`;
  expect((await change(id, "plan", care, { price: 1 })).status).toBe(201);
  expect(codeOf(await change(id, "plan", care, { price: 2 }))).toBe("release_full");
});

test("goods are read as they are, and as the release makes them", async () => {
  const { make, change, publishRelease, api, at } = openReleaser();
  const { id } = await make();
  const [chair, care] = [await catalogItemId(server, site, "fjell-chair"), await catalogItemId(server, site, "care-year")];
  await change(id, "plan", care, { price: 8_000 });
  await change(id, "product", chair, { title: "The new chair" });
  await change(id, "product", chair, { description: "Better than ever" });
  const catalogItems = async (query = "") =>
    (await api.get(`${at(id)}/goods${query}`)).json as { data: { before: object; after: object }[]; total: number };
  const whole = await catalogItems();
  expect(whole).toMatchObject({
    total: 2,
    data: [
      { type: "plan", id: care, after: { slug: "care-year", price: 8_000 } },
      { type: "product", id: chair, before: { slug: "fjell-chair" }, after: { title: "The new chair", description: "Better than ever" } },
    ],
  });
  expect(whole.data[1]?.before).not.toMatchObject({ title: "The new chair" });
  expect(await catalogItems("?pageSize=1&page=2")).toMatchObject({ total: 2, data: [{ id: chair }] });
  const seating = await catalogItemId(server, site, "seating");
  expect(await catalogItems(`?ids=${seating},${chair},${id},none`)).toMatchObject({
    data: [
      { type: "category", before: { slug: "seating" }, after: { slug: "seating" } },
      { type: "product", after: { title: "The new chair" } },
    ],
  });
  await publishRelease(id);
  expect((await catalogItems()).data[1]).toMatchObject({ before: { title: "The new chair" }, after: { title: "The new chair" } });
});
