import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, addToken, codeOf } from "../../../../../../test/kit/admins.ts";
import { catalogItems, dataOf } from "../../../../../../test/kit/checkout-client.ts";
import { shop, startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { releaser } from "../../../../../../test/kit/releases.ts";

interface Product {
  id: string;
  slug: string;
  title: string;
  revision: number;
  variants: { sku: string; title: string; price: number }[];
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let edit: ReturnType<typeof releaser>;
beforeEach(async () => {
  const prices = { CHAIR: { price: 1_990 }, LAMP: { price: 4_950 }, STOOL: { price: 100 } };
  site = await server.addSite({ products: catalogItems(prices) });
  edit = releaser(server, site, await addMember(server, site, "OWNER"));
});

const products = async () => {
  const { json } = await edit.api.get(`${edit.base}/products?sort=title:asc`);
  return (json as { data: Product[] }).data.map(({ id, revision }) => ({ id, revision }));
};
const product = async (id = "") => dataOf<Product>(await edit.api.get(`${edit.base}/products/${id}`));
const change = (id: string, body: object) => edit.api.post(`${edit.at(id)}/price-changes`, body);
const pathsOf = ({ json }: Answer) => (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => [path, code]);
const thenPrices = async (id: string) => {
  const { json } = await edit.api.get(`${edit.at(id)}/goods`);
  const { data } = json as { data: { after: Product }[] };
  return Object.fromEntries(data.flatMap(({ after }) => after.variants.map(({ sku, price }) => [sku, price])));
};

test("prices rise by percent with the release, rounded as those that change now, and not before", async () => {
  const { id } = await edit.make();
  const items = await products();
  const answer = await change(id, { items, percent: "5" });
  expect([answer.status, dataOf<{ changes: object[] }>(answer).changes.length]).toEqual([201, 3]);
  expect(await thenPrices(id)).toEqual({ CHAIR: 2_090, LAMP: 5_198, STOOL: 105 });
  expect(await products()).toEqual(items);
  expect((await edit.check(id)).ready).toBe(true);
  const { token } = await edit.previewRelease(id);
  const previewed = await server.ask(`${shop}/products`, { key: site.key, headers: { "x-preview": token } });
  expect((previewed.json as { data: { price: number }[] }).data.map(({ price }) => price).sort((a, b) => a - b)).toEqual([
    105, 2_090, 5_198,
  ]);
  expect((await edit.publishRelease(id)).status).toBe(200);
  expect((await product(items[0]?.id)).variants).toMatchObject([{ price: 2_090 }]);
});

test("a request that is sent again adds nothing, another one counts from the present prices", async () => {
  const { id } = await edit.make();
  const items = await products();
  await change(id, { items, percent: "5" });
  expect(dataOf<{ changes: object[] }>(await change(id, { items, percent: "5" })).changes).toEqual([]);
  await change(id, { items, amount: -50 });
  expect(await thenPrices(id)).toEqual({ CHAIR: 1_940, LAMP: 4_900, STOOL: 50 });
});

test("what others change of the variants until the release is published remains", async () => {
  const { id } = await edit.make();
  const [first] = await products();
  await change(id, { items: [first], percent: "10" });
  const { slug, title, variants } = await product(first?.id);
  const body = { slug, title, variants: variants.map((variant) => ({ ...variant, title: "Oak" })) };
  const saved = await edit.api.put(`${edit.base}/products/${first?.id}`, body, { revision: first?.revision ?? 0 });
  expect([saved.status, saved.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  expect((await edit.publishRelease(id)).status).toBe(200);
  expect((await product(first?.id)).variants).toMatchObject([{ title: "Oak", price: 2_189 }]);
});

test("all prices change or none, and a problem names its items", async () => {
  const { id } = await edit.make();
  const [one, two, three] = await products();
  const stale = await change(id, { items: [{ ...one }, { ...two, revision: 99 }, { ...three, revision: 99 }], percent: "5" });
  expect([stale.status, pathsOf(stale)]).toEqual([
    412,
    [
      ["/items/1", "revision_conflict"],
      ["/items/2", "revision_conflict"],
    ],
  ]);
  const tooMuch = await change(id, { items: [one, two, three], amount: -2_000 });
  expect([tooMuch.status, pathsOf(tooMuch)?.map(([path]) => path)]).toEqual([
    400,
    ["/items/0/variants/0/price", "/items/2/variants/0/price"],
  ]);
  for (const body of [{ items: [one] }, { items: [one], percent: "5", amount: 1 }, { items: [one, one], percent: "5" }])
    expect((await change(id, body)).status).toBe(400);
  expect((await edit.readRelease(id)).changes).toEqual([]);
});

test("a full or published release takes no more, and the shop's permission is needed, too", async () => {
  const { id } = await edit.make();
  const items = await products();
  await server.deps.sql`
    insert into release_changes (site_id, id, release_id, kind, target_id, patch, added_at)
    select ${site.id}, gen_random_uuid(), ${id}, 'plan', gen_random_uuid(), '{}', now() from generate_series(1, 998)`;
  expect(codeOf(await change(id, { items, percent: "5" }))).toBe("release_full");
  const sales = releaser(server, site, await addToken(server, (await addMember(server, site, "OWNER")).id, { role: "SALES" }));
  expect((await sales.api.post(`${edit.at(id)}/price-changes`, { items, percent: "5" })).json).toMatchObject({
    permission: "content:publish",
  });
  expect(codeOf(await change("019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f", { items, percent: "5" }))).toBe("release_not_found");
});
