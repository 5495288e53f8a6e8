import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { translatedCatalog } from "../../../../../test/kit/translated-catalog.ts";

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(translatedCatalog());
});
afterAll(() => server.stop());

test("a change of a translation shows at once", async () => {
  const bundle = translatedCatalog();
  const translatedSite = await server.addSite(bundle);
  const paths = [
    "/products/slug/fjell-chair?locale=de",
    "/products?locale=de&sort=title",
    "/categories?locale=de&sort=title",
    "/subscriptions/plans?locale=de",
  ];
  const all = async () => Promise.all(paths.map(async (path) => (await server.ask(shop + path, { key: translatedSite.key })).text));
  const before = await all();
  const renamed = JSON.parse(
    JSON.stringify(bundle).replaceAll("Stuhl Fjell", "Sessel Fjell").replaceAll("Stühle", "Sessel").replaceAll("Pflege", "Wartung"),
  ) as typeof bundle;
  await server.import({ bundle: 1, ...renamed, site: { ...bundle.site, slug: translatedSite.slug, name: "A site", currency: "eur" } });
  await server.directory.poll();
  const after = await all();
  expect(after.map((text, index) => text !== before[index])).toEqual([true, true, true, true]);
  expect(after.join("")).not.toMatch(/Stuhl Fjell|Stühle|Pflege/);
  expect(await server.ask(`${shop}/products?q=sessel&locale=de`, { key: translatedSite.key })).toMatchObject({ json: { total: 1 } });
  expect(await server.ask(`${shop}/categories?q=stuhle&locale=de`, { key: translatedSite.key })).toMatchObject({ json: { total: 0 } });
});

test("a slug that another product takes in a locale leads there at once", async () => {
  const { site: locales } = translatedCatalog();
  const variants = (sku: string) => [{ sku, price: 1 }];
  const first = { slug: "x", title: "First", variants: variants("F"), translations: { de: { slug: "y", title: "Erste" } } };
  const second = { slug: "z", title: "Second", variants: variants("S"), translations: { de: { slug: "x", title: "Zweite" } } };
  const translatedSite = await server.addSite({ site: locales, products: [first] });
  const title = async () => {
    await server.directory.poll();
    const { json } = await server.ask(`${shop}/products/slug/x?locale=de`, { key: translatedSite.key });
    return (json as { data: { title: string } }).data.title;
  };
  const save = (product: object) =>
    server.import({ bundle: 1, site: { ...locales, slug: translatedSite.slug, name: "A site", currency: "eur" }, products: [product] });
  expect(await title()).toBe("Erste");
  await save({ ...second, status: "DRAFT" });
  expect(await title()).toBe("Erste");
  await save(second);
  expect(await title()).toBe("Zweite");
  await save({ ...second, translations: {} });
  expect(await title()).toBe("Erste");
});

test("single reads name their language, and a translated plan has a new time", async () => {
  for (const [locale, language] of [
    ["de", "de"],
    ["fr", "en"],
  ]) {
    for (const path of ["/products/slug/fjell-chair", "/categories/slug/chairs"]) {
      const { headers } = await server.ask(`${shop}${path}?locale=${locale}`, { key: site.key });
      expect([path, headers.get("content-language")]).toEqual([path, language]);
    }
  }
  const bundle = translatedCatalog();
  const translatedSite = await server.addSite(bundle);
  await server.deps.sql`update plans set updated_at = '2020-01-01' where site_id = ${translatedSite.id}`;
  const [care] = bundle.plans;
  const plans = [{ ...care, translations: { de: { name: "Wartung" } } }];
  await server.import({ bundle: 1, site: { ...bundle.site, slug: translatedSite.slug, name: "A site", currency: "eur" }, plans });
  const rows = await server.deps.sql<{ slug: string; isOld: boolean }>`
    select slug, updated_at < '2021-01-01' as "isOld" from plans where site_id = ${translatedSite.id} order by slug`;
  expect(rows).toEqual([
    { slug: "care", isOld: false },
    { slug: "loan", isOld: true },
  ]);
});
