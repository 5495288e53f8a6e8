import type { Sql } from "../../../ports/database.ts";
import { ownLocale, readFormerCatalogSlugs, type LocaleSlug } from "../../shop/catalog/index.ts";
import { readAssetNames } from "../media/index.ts";
import { standardClass } from "../../../lib/totals/tax-rules.ts";
import { mostAliases, type BundleAliases } from "./schema.ts";

type Members = Record<string, unknown>;

interface StoredPicture extends Members {
  asset?: string;
  alt: string | null;
}

export type CatalogSection = "categories" | "products" | "plans";

/** The sections of the catalogue. Categories and products in the order of their creation, which ids preserve in a copy. */
export async function readCatalog(
  tx: Sql,
  siteId: string,
  { assetNames, locales }: { assetNames: ReadonlyMap<string, string>; locales: readonly string[] },
): Promise<Record<CatalogSection, Members[]>> {
  const withAliases = async (kind: "product" | "category", items: readonly CatalogItem[]) => {
    const aliases = await readFormerCatalogSlugs(tx, siteId, kind, { itemIds: items.map(({ id }) => id), locales, most: mostAliases });
    return items.map(({ id, members }) => (aliases.has(id) ? { ...members, aliases: written(aliases.get(id)) } : members));
  };
  const ids = await tx<{ id: string }>`select id from products where site_id = ${siteId} order by created_at, id`;
  const products: Members[] = [];
  for (let from = 0; from < ids.length; from += productsOfPiece) {
    const piece = ids.slice(from, from + productsOfPiece).map(({ id }) => id);
    products.push(...(await withAliases("product", await readProducts(tx, siteId, piece, assetNames))));
  }
  return {
    categories: await withAliases("category", await readCategories(tx, siteId, null, assetNames)),
    products,
    plans: (await readPlans(tx, siteId, null)).map(({ members }) => members),
  };
}

function written(aliases: readonly LocaleSlug[] = []): BundleAliases {
  return aliases.map(({ locale, slug }) => (locale === ownLocale ? slug : { slug, locale }));
}

/** Products with their variants that are read at once: their rows pass through the thread that answers all requests. */
const productsOfPiece = 100;

interface CatalogItem {
  id: string;
  members: Members;
}

/** Items of the catalogue in the members of a bundle, by their ids. */
export async function readCatalogItems(tx: Sql, siteId: string, ids: readonly string[]): Promise<Record<CatalogSection, CatalogItem[]>> {
  return {
    categories: await readCategories(tx, siteId, ids),
    products: await readProducts(tx, siteId, ids),
    plans: await readPlans(tx, siteId, ids),
  };
}

/** `ids` null: all of the site. */
async function readCategories(
  tx: Sql,
  siteId: string,
  ids: readonly string[] | null,
  assetNames?: ReadonlyMap<string, string>,
): Promise<CatalogItem[]> {
  const rows = await tx<{ id: string; category: Members }>`
    select categories.id, json_build_object(
      'slug', categories.slug,
      'title', categories.title,
      'description', categories.description,
      'seo', categories.seo,
      'image', categories.image,
      'parent', above.slug,
      'status', categories.status,
      'position', categories.position,
      'translations', (
        select json_object_agg(locale, words order by locale)
        from catalog_translations
        where site_id = ${siteId} and kind = 'category' and item_id = categories.id and words is not null
      )
    ) as category
    from categories
    left join categories as above on above.site_id = categories.site_id and above.id = categories.parent_id
    where categories.site_id = ${siteId} and (${ids}::uuid[] is null or categories.id = any (${ids}::uuid[]))
    order by categories.created_at, categories.id`;
  const write = await pictureWriter(
    tx,
    siteId,
    rows.map(({ category }) => category.image as StoredPicture | null),
    assetNames,
  );
  return rows.map(({ id, category }) => ({
    id,
    members: withoutAbsent({ ...category, image: write(category.image as StoredPicture | null) }),
  }));
}

async function readProducts(
  tx: Sql,
  siteId: string,
  ids: readonly string[],
  assetNames?: ReadonlyMap<string, string>,
): Promise<CatalogItem[]> {
  const rows = await tx<{ id: string; product: string }>`
    select products.id, json_build_object(
      'slug', products.slug,
      'title', products.title,
      'description', products.description,
      'seo', products.seo,
      'status', products.status,
      'category', categories.slug,
      'currency', products.currency,
      'taxClass', products.tax_class,
      'giftCard', products.is_gift_card,
      'images', products.images,
      'options', products.options,
      'attributes', products.attributes,
      'variants', (
        select json_agg(
          json_build_object(
            'sku', variants.sku,
            'title', variants.title,
            'price', variants.price,
            'compareAtPrice', variants.compare_at_price,
            'options', variants.options,
            'weightGrams', variants.weight,
            'requiresShipping', variants.requires_shipping,
            'stock', variants.stock,
            'prices', priced.prices,
            'compareAtPrices', priced.compared
          )
          order by variants.position, variants.id
        )
        from variants
        cross join lateral (
          select
            coalesce(json_object_agg(currency, price order by currency), '{}') as prices,
            coalesce(json_object_agg(currency, compare_at_price order by currency) filter (where compare_at_price is not null), '{}') as compared
          from currency_prices
          where site_id = ${siteId} and variant_id = variants.id
        ) as priced
        where variants.site_id = ${siteId} and variants.product_id = products.id
      ),
      'translations', (
        select json_object_agg(locale, words order by locale)
        from catalog_translations
        where site_id = ${siteId} and kind = 'product' and item_id = products.id and words is not null
      )
    )::text as product
    from products
    left join categories on categories.site_id = products.site_id and categories.id = products.category_id
    where products.site_id = ${siteId} and products.id = any (${ids}::uuid[])
    order by products.created_at, products.id`;
  const products = rows.map(({ id, product }) => ({ id, product: JSON.parse(product) as Members & { images: StoredPicture[] } }));
  const write = await pictureWriter(
    tx,
    siteId,
    products.flatMap(({ product }) => product.images),
    assetNames,
  );
  return products.map(({ id, product }) => {
    const { taxClass, giftCard, variants, ...members } = withoutAbsent({ ...product, images: product.images.map(write) });
    const exceptions = { ...(taxClass === standardClass ? {} : { taxClass }), ...(giftCard ? { giftCard } : {}) };
    return { id, members: { ...members, ...exceptions, variants: (variants as Members[]).map(withoutDefaults) } };
  });
}

/** `ids` null: all of the site. */
async function readPlans(tx: Sql, siteId: string, ids: readonly string[] | null): Promise<CatalogItem[]> {
  const rows = await tx<{ id: string; plan: Members }>`
    select id, json_build_object(
      'slug', slug,
      'name', name,
      'description', description,
      'seo', seo,
      'price', price,
      'currency', currency,
      'interval', interval,
      'intervalCount', interval_count,
      'trialDays', trial_days,
      'features', features,
      'status', status,
      'translations', (
        select json_object_agg(locale, words order by locale)
        from catalog_translations
        where site_id = ${siteId} and kind = 'plan' and item_id = plans.id and words is not null
      )
    ) as plan
    from plans where site_id = ${siteId} and (${ids}::uuid[] is null or id = any (${ids}::uuid[]))
    order by price, id`;
  return rows.map(({ id, plan }) => ({ id, members: withoutAbsent(plan) }));
}

/** Writes pictures of assets as authors do, with the asset's name. */
async function pictureWriter(
  tx: Sql,
  siteId: string,
  pictures: readonly (StoredPicture | null)[],
  assetNames?: ReadonlyMap<string, string>,
): Promise<(picture: StoredPicture | null) => Members | null> {
  const assetIds = [...new Set(pictures.flatMap((picture) => picture?.asset ?? []))];
  const names = assetNames ?? (assetIds.length === 0 ? new Map<string, string>() : await readAssetNames(tx, siteId, assetIds));
  return (picture) => {
    if (picture?.asset === undefined) return picture;
    return { asset: names.get(picture.asset) ?? picture.asset, ...(picture.alt === null ? {} : { alt: picture.alt }) };
  };
}

/** A variant without the members that say what holds without them. */
function withoutDefaults({ weightGrams, requiresShipping, prices, compareAtPrices, ...members }: Members): Members {
  return {
    ...members,
    ...withoutEmpty({ prices, compareAtPrices }),
    ...(weightGrams !== null && { weightGrams }),
    ...(requiresShipping === false && { requiresShipping }),
  };
}

function withoutEmpty(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => Object.keys(value as object).length > 0));
}

/** Most items have neither of these. */
function withoutAbsent({ seo, translations, ...members }: Members): Members {
  return { ...members, ...(seo === null ? {} : { seo }), ...(translations === null ? {} : { translations }) };
}
