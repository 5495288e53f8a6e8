import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { discountBody } from "../../../../../test/kit/discounts.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { exportBundle } from "./index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const products = [{ slug: "lamp", title: "Lamp", variants: [{ sku: "LAMP", price: 500 }] }];
const discounts = [
  { code: "AUTUMN10", title: { en: "Autumn" }, kind: "PERCENT", value: "10", appliesTo: { products: ["lamp"] }, usageLimit: 100 },
  { title: { en: "Week" }, kind: "FREE_SHIPPING", minimumSubtotal: 5_000, combinesWith: "ALL" },
  { isAutomatic: false, title: { en: "Thanks" }, kind: "AMOUNT", value: 500, isActive: false },
];
const shellOf = (slug: string) => ({ slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" });

test("discounts come out of a bundle as they went in, and an import again changes nothing", async () => {
  const site = await server.addSite();
  const bundle = { bundle: 1, site: shellOf(site.slug), products, discounts };
  expect((await server.import(bundle)).sections.discounts).toEqual({ created: 3, updated: 0, unchanged: 0 });
  const exported = (await exportBundle(server.deps, site.slug, { format: "json", withSecrets: false })) ?? "{}";
  expect((JSON.parse(exported) as { discounts: object }).discounts).toEqual(
    [...discounts].sort((a, b) => (a.title.en < b.title.en ? -1 : 1)),
  );
  expect((await server.import(bundle)).sections.discounts).toEqual({ created: 0, updated: 0, unchanged: 3 });
  expect((await server.import({ ...bundle, discounts: [{ ...discounts[0], code: "autumn10", value: "20" }] })).sections.discounts).toEqual({
    created: 0,
    updated: 1,
    unchanged: 0,
  });
});

test("a discount that somebody has changed since stays as it is", async () => {
  const site = await server.addSite();
  const bundle = { bundle: 1, site: shellOf(site.slug), products, discounts };
  await server.import(bundle);
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  const [first] = ((await api.get(`/sites/${site.slug}/discounts?q=AUTUMN10`)).json as { data: { id: string; revision: number }[] }).data;
  const changed = discountBody({ code: "AUTUMN10", value: "33" });
  expect((await api.put(`/sites/${site.slug}/discounts/${first?.id}`, changed, { revision: first?.revision ?? 0 })).status).toBe(200);
  const { sections, warnings } = await server.import({ ...bundle, discounts: [{ ...discounts[0], value: "40" }] });
  expect([sections.discounts.updated, warnings.map(({ path }) => path)]).toEqual([0, ["/discounts/0"]]);
});

test("mistakes are named where they stand, and nothing is imported", async () => {
  const site = await server.addSite();
  const wrong = [discountBody({ code: "X1", value: "120" }), discountBody({ code: "X2", appliesTo: { products: ["sofa"] } })];
  const error = await server.import({ bundle: 1, site: shellOf(site.slug), discounts: wrong }).catch((reason: unknown) => reason);
  expect((error as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
    "/discounts/0/value",
    "/discounts/1/appliesTo/products/0",
  ]);
  expect(await server.deps.sql`select id from discounts where site_id = ${site.id}`).toEqual([]);
});
