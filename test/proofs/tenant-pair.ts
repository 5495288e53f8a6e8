import type { Sql } from "../../server/src/ports/database.ts";
import type { Ids } from "../../server/src/ports/ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { sampleCatalog } from "../kit/sample-catalog.ts";
import { dishes, referToForeignCatalogItems } from "./queried-tenants.ts";
import { translate, translatedContent } from "./translated-tenants.ts";
import { sampleSite } from "../kit/sample-site.ts";

export const marks = ["mark-alpha", "mark-beta", "mark-gamma"];

/** One of the sites, with its data. */
export interface Tenant {
  mark: string;
  site: TestSite;
  /** Ids of its catalogue: `products fjell-chair`, `categories own-mark-alpha`. */
  ids: ReadonlyMap<string, string>;
  visibleCatalog: ShownCatalog;
}

/** The visible part of a catalogue, derived from its bundle. */
export interface ShownCatalog {
  products: ReadonlyMap<string, { skus: string[]; category: string | null }>;
  categories: ReadonlyMap<string, { parent: string | null; productCount: number }>;
  /** The slugs of categories in other locales, with their own. */
  translatedCategories: ReadonlyMap<string, string>;
}

/**
 * Three sites with the same slugs, SKUs, types, locales and even the same ids, which a key of site and id allows, told
 * apart by the mark in their texts. In the second a category lies elsewhere, in the third slugs and ids go together in
 * another way, and it has less than the others.
 */
export async function addTenants(server: TestServer): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (const mark of marks) tenants.push(await addTenant(server, mark));
  await referToForeignCatalogItems(server, tenants);
  return tenants;
}

export async function addTenant(server: TestServer, mark: string): Promise<Tenant> {
  type Section = "blockTypes" | "contentTypes" | "pages" | "entries" | "forms";
  const bundle = sampleSite(mark) as Record<Section, object[]> & { site: object };
  const bound = (slug: string, ...bindings: object[]) => ({
    slug,
    locale: "en",
    title: `${mark} ${slug}`,
    composition: bindings.map((binding) => ({ type: "text", props: { text: "static" }, bindings: { "/text": binding } })),
  });
  bundle.pages.push(
    // Bound to data of every site, so that a binding that reaches too far shows another's text.
    bound("bound", { source: "entry", contentType: "note", slug: "first", path: "/text" }),
    bound("bound-product", { source: "product", slug: "fjell-chair", path: "/title" }),
    bound("bound-category", { source: "category", slug: "seating", path: "/title" }),
    // And to data of only some.
    bound(
      "bound-to-others",
      ...marks.flatMap((other) => ["product", "category"].map((source) => ({ source, slug: `own-${other}`, path: "/title" }))),
    ),
  );
  // The same place refers to another page in the second: a reference that is found for another site shows the wrong one.
  const to = { page: linkedPage(mark) };
  const only = mark === "mark-gamma" ? {} : { only: { $ref: "vitrine:page" } };
  const schema = { type: "object", properties: { to: { $ref: "vitrine:page" }, inner: { $ref: "vitrine:entry" }, ...only } };
  bundle.blockTypes.push({ type: "link", title: mark, schema });
  bundle.contentTypes.push({ slug: "link", title: mark, schema });
  const link = (slug: string, data: object) => ({ contentType: "link", slug, locale: "en", data: { text: mark, ...data } });
  bundle.entries.push(link("inner", { to }), link("outer", { inner: { entry: { contentType: "link", slug: "inner" } } }));
  bundle.pages.push(
    { slug: "linked", locale: "en", title: `${mark} linked`, composition: [{ type: "link", props: { to } }] },
    bound("bound-link", { source: "entry", contentType: "link", slug: "inner", path: "/to/slug" }),
  );
  if (mark !== "mark-gamma") {
    bundle.pages.push({ slug: `own-${mark}`, locale: "en", title: mark });
    bundle.entries.push({ contentType: "note", slug: `own-${mark}`, locale: "en", data: { text: mark } });
    bundle.contentTypes.push({ slug: `type-${mark}`, title: mark, schema: { type: "object" } });
    bundle.forms.push({ slug: `own-${mark}`, name: mark, schema: { type: "object" } });
  }
  const moved = (slug: string) => ({ page: "moved", slug: `${slug}-${mark}`, locale: "en", title: "Moved" });
  bundle.pages.push(moved("was"));
  const queried = dishes(mark);
  bundle.contentTypes.push(...queried.contentTypes);
  // The first does not configure forms, the second switches them on, and the third off.
  const plugins = mark === "mark-alpha" ? {} : { "svc.forms": { enabled: mark === "mark-beta" } };
  const site = await server.addSite({ site: bundle.site, plugins });
  const shell = { slug: site.slug, name: "A site", currency: "eur", ...bundle.site, settings: { currencies: ["eur", "usd"] } };
  await server.import({ bundle: 1, ...bundle, site: shell }, { ids: countingIds(0) });

  await server.import({ bundle: 1, site: shell, pages: [moved("now")] }, { ids: countingIds(5_000) });

  const catalog = sampleCatalog(mark);
  translate(catalog, mark);
  if (mark === "mark-beta") Object.assign(catalog.categories.find(({ slug }) => slug === "lamps") ?? {}, { parent: "furniture" });
  if (mark === "mark-gamma") {
    // An id that is furniture's here is that of something elsewhere in the others.
    const order = ["benches", "chairs", "lamps", "seating", "furniture", "staff-only", "below-hidden"];
    catalog.categories.sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
    const [chair, bench, lamp, ...others] = catalog.products;
    if (chair && bench && lamp) catalog.products = [chair, lamp, bench, ...others];
  }
  await server.import({ bundle: 1, site: shell, ...catalog }, { ids: countingIds(0) });
  const catalogSlugs = await catalogIds(server.deps.sql, site.id);
  for (const [kind, item] of Object.entries(movedItems)) {
    await server.deps.sql`
      insert into former_catalog_slugs (site_id, id, kind, locale, slug, item_id, created_at)
      select ${site.id}, id, ${kind}, '', ${`was-${mark}`}, id, ${server.clock.now()} from (select ${catalogSlugs.get(item) ?? ""}::uuid as id) as moved`;
  }
  await server.import({ bundle: 1, site: shell, entries: queried.entries }, { ids: countingIds(500) });
  await server.import({ bundle: 1, site: shell, ...translatedContent(mark) }, { ids: countingIds(800) });
  const ownSections = mark === "mark-gamma" ? { categories: [], products: [], plans: [] } : ownCatalog(mark);
  await server.import({ bundle: 1, site: shell, ...ownSections }, { ids: countingIds(1_000 * (1 + marks.indexOf(mark))) });
  // Under the ids of the variants, which other sites have, too.
  await server.deps.sql`
    insert into currency_prices (site_id, id, product_id, variant_id, currency, price, updated_at)
    select site_id, id, product_id, id, 'usd', ${dollars(mark)}, ${server.clock.now()} from variants where site_id = ${site.id}`;
  const visibleCatalog = shownCatalog([...catalog.categories, ...ownSections.categories], [...catalog.products, ...ownSections.products]);
  return { mark, site, ids: await catalogIds(server.deps.sql, site.id), visibleCatalog };
}

/** What everything costs in dollars: another price in each site. */
export const dollars = (mark: string) => 10_001 + marks.indexOf(mark);

/** What had the slug `was-` with the site's mark before: under ids that are others' in the third site. */
const movedItems = { product: "products brygge-bench", category: "categories seating" };

/** The page that the references of a site lead to. */
export const linkedPage = (mark: string) => (mark === "mark-beta" ? "about" : "home");

/** Data of only this site, under ids that only it has. */
function ownCatalog(mark: string) {
  const slug = `own-${mark}`;
  return {
    categories: [{ slug, title: `${mark} own`, parent: null }],
    // With a word that begins with a typing error, where there is no such word.
    products: [
      { slug, title: mark, description: "A lytisk thing", category: slug, variants: [{ sku: slug.toUpperCase(), price: 77, stock: 3 }] },
    ],
    plans: [{ slug, name: mark, price: 1, interval: "day" }],
  };
}

async function catalogIds(sql: Sql, siteId: string): Promise<Map<string, string>> {
  const rows = await sql<{ kind: string; slug: string; id: string }>`
    select 'products' as kind, slug, id from products where site_id = ${siteId}
    union all
    select 'categories', slug, id from categories where site_id = ${siteId}`;
  return new Map(rows.map(({ kind, slug, id }) => [`${kind} ${slug}`, id]));
}

interface GivenCategory {
  slug: string;
  parent: string | null;
  status?: string;
  translations?: { de: { slug?: string } };
}
interface GivenProduct {
  slug: string;
  category?: string;
  status?: string;
  variants: { sku: string }[];
}

function shownCatalog(categories: readonly GivenCategory[], products: readonly GivenProduct[]): ShownCatalog {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const wayUp = (slug: string): GivenCategory[] => {
    const category = bySlug.get(slug);
    return category ? [category, ...(category.parent ? wayUp(category.parent) : [])] : [];
  };
  const isPublic = (slug: string) => wayUp(slug).every(({ status = "ACTIVE" }) => status === "ACTIVE");
  const active = products.filter(({ status = "ACTIVE" }) => status === "ACTIVE");
  const isIn = (product: GivenProduct, slug: string) =>
    product.category !== undefined && isPublic(product.category) && wayUp(product.category).some((above) => above.slug === slug);
  return {
    products: new Map(
      active.map(({ slug, category, variants }) => [
        slug,
        { skus: variants.map(({ sku }) => sku), category: category !== undefined && isPublic(category) ? category : null },
      ]),
    ),
    categories: new Map(
      categories
        .filter(({ slug }) => isPublic(slug))
        .map(({ slug, parent }) => [slug, { parent, productCount: active.filter((product) => isIn(product, slug)).length }]),
    ),
    translatedCategories: new Map(
      categories.flatMap(({ slug, translations }): [string, string][] => (translations?.de.slug ? [[translations.de.slug, slug]] : [])),
    ),
  };
}

/** The next ids, the same in every site. */
function countingIds(from: number): Ids {
  let last = from;
  const next = () => `00000000-0000-7000-8000-${String((last += 1)).padStart(12, "0")}`;
  return { next, secret: next };
}
