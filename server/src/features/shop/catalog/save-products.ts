import type { Sql } from "../../../ports/database.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";
import { assetIdsOf, type StoredPicture } from "./picture.ts";
import { saveCurrencyPrices, type AmountsByCurrency, type CurrencyPrice } from "./currency-prices.ts";
import { saveAliases, type LocaleSlug } from "./former-catalog-slugs.ts";
import type { productStatuses } from "./product.ts";
import {
  saveTranslations,
  translationsState,
  type CatalogSite,
  type ChangedWords,
  type TranslatedItem,
  type Translations,
} from "./save-translations.ts";
import type { ProductWords } from "./translation.ts";
import type { Seo } from "../../../lib/http/seo.ts";
import { moveStock, type StockMove } from "./stock.ts";
import { productSlugTag, productListsTag, productTag } from "./tags.ts";
import { searchVector, sortTitleOf, wordsOf } from "../../../lib/search/search-text.ts";

interface VariantInput {
  sku: string;
  title: string;
  price: number;
  compareAtPrice: number | null;
  /** By currency, without the product's own. */
  prices: AmountsByCurrency;
  compareAtPrices: AmountsByCurrency;
  options: Readonly<Record<string, string>>;
  weightGrams: number | null;
  requiresShipping: boolean;
  /** Null: not tracked. */
  stock: number | null;
}

export interface ProductInput {
  slug: string;
  /** More slugs that lead to the product, by `saveAliases`. */
  aliases?: readonly LocaleSlug[];
  title: string;
  description: string | null;
  seo: Seo | null;
  status: (typeof productStatuses)[number];
  /** The slug of a category of the site. */
  category: string | null;
  currency: string;
  taxClass: string;
  giftCard: boolean;
  images: readonly StoredPicture[];
  options: readonly { name: string; values: readonly string[] }[];
  attributes: Readonly<Record<string, unknown>>;
  /** All variants of the product, in order; at least one. */
  variants: readonly VariantInput[];
  translations: Translations<ProductWords>;
}

/** An SKU that another product of the site has. */
export interface SkuConflict {
  sku: string;
  takenBy: string;
}

/**
 * Creates or updates products by slug and their variants by SKU; unchanged ones are not touched. The stock of an existing variant stays as
 * it is unless `setStock` says otherwise: units sold meanwhile stay sold. `renamed` has the slugs of products that `renameProduct` has renamed in
 * this transaction. Products must be distinct and their SKUs free; `recomputeCatalog` must follow, with the words that the save adds to `changed`.
 */
export async function saveProducts(
  tx: Sql,
  ctx: PublicWriteContext,
  site: CatalogSite,
  inputs: readonly ProductInput[],
  { setStock, changed, renamed }: { setStock: boolean; changed: ChangedWords; renamed?: ReadonlySet<string> },
): Promise<Tally> {
  const { now, ids, touched } = ctx;
  const siteId = site.id;
  const tally = emptyTally();
  const translated: TranslatedItem[] = [];
  const storedProducts = await readStored(tx, siteId, inputs);
  const products: object[] = [];
  const variants: object[] = [];
  const droppedVariants: string[] = [];
  const currencyPrices: CurrencyPrice[] = [];
  const repriced: string[] = [];
  const stocks: StockMove[] = [];
  const aliased: Parameters<typeof saveAliases>[4]["items"][number][] = [];
  const events: NewWebhookEvent[] = [];
  for (const input of inputs) {
    const storedProduct = storedProducts.get(input.slug);
    const id = storedProduct?.id ?? ids.next();
    // A product that `renameProduct` has changed already looks unchanged.
    const isRenamed = renamed?.has(input.slug) ?? false;
    if (storedProduct && !isRenamed && storedProduct.state === stateOf(input, setStock ? undefined : storedProduct.stock)) {
      tally.unchanged += 1;
      aliased.push({ itemId: id, isSaved: false, aliases: input.aliases ?? [] });
      continue;
    }
    aliased.push({ itemId: id, isSaved: true, aliases: input.aliases ?? [] });
    tally[storedProduct ? "updated" : "created"] += 1;
    const isEdited = !storedProduct || isRenamed || storedProduct.state !== stateOf(input, storedProduct.stock);
    for (const tag of [productTag(id), productListsTag]) touched.add(tag);
    for (const { slug } of [input, ...Object.values(input.translations)]) if (slug !== undefined) touched.add(productSlugTag(slug));
    const { slug, title, description, seo, status, category, currency, taxClass, giftCard, images, options, attributes, translations } =
      input;
    // New stock is not an edit of the product: only its variants are written then.
    if (isEdited) {
      events.push({ type: "product.changed", data: { id, slug, status, change: storedProduct ? "UPDATED" : "CREATED" } });
      const searched = input.variants.map(({ sku }) => sku);
      const search = { A: [title, ...searched], D: [description ?? ""] };
      changed.addAll(undefined, [...(storedProduct?.words ?? []), ...[...search.A, ...search.D].flatMap(wordsOf)]);
      translated.push({ id, slug, title, description, searched, translations });
      const cheapest = input.variants.reduce((least, variant) => (variant.price < least.price ? variant : least));
      products.push({
        id,
        slug,
        title,
        description,
        seo: seo && JSON.stringify(seo),
        status,
        category,
        currency,
        tax_class: taxClass,
        is_gift_card: giftCard,
        images: JSON.stringify(images),
        asset_ids: assetIdsOf(images),
        options: JSON.stringify(options),
        attributes: JSON.stringify(attributes),
        price: cheapest.price,
        compare_at_price: cheapest.compareAtPrice,
        sort_title: sortTitleOf(title),
        search: searchVector(search),
      });
    }
    const skus = new Set(input.variants.map(({ sku }) => sku));
    for (const [sku, variantId] of storedProduct?.variantIds ?? []) if (!skus.has(sku)) droppedVariants.push(variantId);
    input.variants.forEach((variant, position) => {
      const { sku, title: variantTitle, price, compareAtPrice, prices, compareAtPrices } = variant;
      const { options: chosen, weightGrams, requiresShipping, stock } = variant;
      const storedId = storedProduct?.variantIds.get(sku);
      const variantId = storedId ?? ids.next();
      if (setStock && storedId !== undefined) stocks.push({ variantId: storedId, stock });
      variants.push({
        id: variantId,
        product_id: id,
        sku,
        title: variantTitle,
        price,
        compare_at_price: compareAtPrice,
        options: JSON.stringify(chosen),
        weight: weightGrams,
        requires_shipping: requiresShipping,
        stock,
        position,
      });
      if (storedProduct?.hasCurrencyPrices) repriced.push(variantId);
      for (const [priceCurrency, amount] of Object.entries(prices)) {
        const compared = compareAtPrices[priceCurrency] ?? null;
        currencyPrices.push({ id: ids.next(), productId: id, variantId, currency: priceCurrency, price: amount, compareAtPrice: compared });
      }
    });
  }
  if (products.length > 0) await upsertProducts(tx, siteId, now, JSON.stringify(products));
  if (droppedVariants.length > 0) {
    await tx`delete from variants where site_id = ${siteId} and id = any (${droppedVariants}::uuid[])`;
  }
  if (variants.length > 0) await upsertVariants(tx, siteId, now, JSON.stringify(variants));
  await saveCurrencyPrices(tx, siteId, now, { variantIds: repriced, prices: currencyPrices });
  // Their rows are locked by the statements before, and the version of the catalogue is raised for all that was touched.
  await moveStock(tx, ctx, siteId, stocks, { kind: "IMPORT" });
  await saveTranslations(tx, { now, ids, site, changed }, "product", translated);
  await saveAliases(tx, ctx, siteId, "product", { items: aliased, tally });
  await recordWebhookEvents(tx, ctx, siteId, events);
  return tally;
}

/** The inputs' SKUs that belong to another product. Call it before saving, which would fail on the first. */
export async function findSkuConflicts(
  tx: Sql,
  siteId: string,
  inputs: readonly { slug: string; variants: readonly { sku: string }[] }[],
): Promise<SkuConflict[]> {
  const wanted = inputs.flatMap(({ slug, variants }) => variants.map(({ sku }) => ({ slug, sku })));
  return tx<SkuConflict>`
    select variants.sku, products.slug as "takenBy"
    from unnest(${wanted.map(({ slug }) => slug)}::text[], ${wanted.map(({ sku }) => sku)}::text[]) as wanted (slug, sku)
    join variants on variants.site_id = ${siteId} and variants.sku = wanted.sku
    join products on products.site_id = ${siteId} and products.id = variants.product_id
    where products.slug <> wanted.slug`;
}

interface Stored {
  id: string;
  state: string;
  stock: ReadonlyMap<string, number | null>;
  variantIds: ReadonlyMap<string, string>;
  /** Whether a variant has a price in a further currency. */
  hasCurrencyPrices: boolean;
  words: string[];
}

type StoredProduct = Omit<ProductInput, "variants"> & { variants: readonly (VariantInput & { id: string })[] };

async function readStored(tx: Sql, siteId: string, inputs: readonly ProductInput[]): Promise<Map<string, Stored>> {
  const rows = await tx<{ id: string; slug: string; product: string; words: string | null }>`
    select
      products.id,
      products.slug,
      json_build_object(
        'slug', products.slug, 'title', products.title, 'description', products.description, 'seo', products.seo, 'status', products.status,
        'category', categories.slug, 'currency', products.currency, 'images', products.images, 'options', products.options,
        'taxClass', products.tax_class, 'giftCard', products.is_gift_card, 'attributes', products.attributes, 'variants', own.list,
        'translations', (
          select coalesce(json_object_agg(translated.locale, translated.words), '{}')
          from catalog_translations as translated
          where translated.site_id = ${siteId}
            and translated.kind = 'product'
            and translated.item_id = products.id
            and translated.words is not null
        )
      )::text as product,
      array_to_string(tsvector_to_array(products.search), ' ')::text as words
    from products
    left join categories on categories.site_id = products.site_id and categories.id = products.category_id
    cross join lateral (
      select
        json_agg(
          json_build_object(
            'id', variants.id, 'sku', variants.sku, 'title', variants.title, 'price', variants.price, 'compareAtPrice', variants.compare_at_price,
            'options', variants.options, 'weightGrams', variants.weight, 'requiresShipping', variants.requires_shipping, 'stock', variants.stock,
            'prices', priced.prices, 'compareAtPrices', priced.compared
          )
          order by variants.position, variants.id
        ) as list
      from variants
      cross join lateral (
        select
          coalesce(json_object_agg(currency, price order by currency), '{}') as prices,
          coalesce(json_object_agg(currency, compare_at_price order by currency) filter (where compare_at_price is not null), '{}') as compared
        from currency_prices
        where site_id = ${siteId} and variant_id = variants.id
      ) as priced
      where variants.site_id = ${siteId} and variants.product_id = products.id
    ) as own
    where products.site_id = ${siteId} and products.slug = any (${inputs.map(({ slug }) => slug)}::text[])`;
  return new Map(
    rows.map(({ id, slug, product: text, words }) => {
      const product = JSON.parse(text) as StoredProduct;
      const stock = new Map(product.variants.map(({ sku, stock: variantStock }) => [sku, variantStock]));
      const variantIds = new Map(product.variants.map(({ sku, id: variantId }) => [sku, variantId]));
      const hasCurrencyPrices = product.variants.some(({ prices }) => Object.keys(prices).length > 0);
      return [slug, { id, state: stateOf(product), stock, variantIds, hasCurrencyPrices, words: words ? words.split(" ") : [] }];
    }),
  );
}

/** The stored state of a product, as a text to compare, with the known stock in place of its own where there is one. */
function stateOf(product: ProductInput, stock?: ReadonlyMap<string, number | null>): string {
  const {
    slug,
    title,
    description,
    seo,
    status,
    category,
    currency,
    taxClass,
    giftCard,
    images,
    options,
    attributes,
    variants,
    translations,
  } = product;
  return JSON.stringify([
    ...[slug, title, description, seo, status, category, currency, taxClass, giftCard, images, options, attributes],
    translationsState(translations),
    variants.map((variant) => {
      const { sku, title: variantTitle, price, compareAtPrice, prices, compareAtPrices } = variant;
      const { options: chosen, weightGrams, requiresShipping, stock: ownStock } = variant;
      return [
        ...[sku, variantTitle, price, compareAtPrice, sorted(prices), sorted(compareAtPrices), chosen, weightGrams, requiresShipping],
        stock?.has(sku) ? stock.get(sku) : ownStock,
      ];
    }),
  ]);
}

const sorted = (amounts: AmountsByCurrency): [string, number][] =>
  Object.entries(amounts).sort(([one], [other]) => (one < other ? -1 : Number(one > other)));

async function upsertProducts(tx: Sql, siteId: string, now: Date, rows: string): Promise<void> {
  await tx`
    insert into products (
      site_id, id, slug, title, description, seo, status, category_id, currency, tax_class, is_gift_card, images, asset_ids, options, attributes,
      price, compare_at_price, sort_title, search, created_at, updated_at
    )
    select
      ${siteId}::uuid, given.id, given.slug, given.title, given.description, given.seo::json, given.status, categories.id, given.currency, given.tax_class, given.is_gift_card,
      given.images::json, given.asset_ids, given.options::json, given.attributes::json,
      given.price, given.compare_at_price, given.sort_title, given.search::tsvector, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${rows}::json) as given (
      id uuid, slug text, title text, description text, seo text, status text, category text, currency text, tax_class text, is_gift_card boolean, images text, asset_ids uuid[], options text,
      attributes text, price int, compare_at_price int, sort_title text, search text
    )
    left join categories on categories.site_id = ${siteId} and categories.slug = given.category
    on conflict (site_id, id) do update set
      title = excluded.title,
      description = excluded.description,
      seo = excluded.seo,
      status = excluded.status,
      category_id = excluded.category_id,
      currency = excluded.currency,
      tax_class = excluded.tax_class,
      is_gift_card = excluded.is_gift_card,
      images = excluded.images,
      asset_ids = excluded.asset_ids,
      options = excluded.options,
      attributes = excluded.attributes,
      price = excluded.price,
      compare_at_price = excluded.compare_at_price,
      sort_title = excluded.sort_title,
      search = excluded.search,
      revision = products.revision + 1,
      updated_at = excluded.updated_at`;
}

/** A variant that exists keeps its stock, which only movements change. */
async function upsertVariants(tx: Sql, siteId: string, now: Date, rows: string): Promise<void> {
  await tx`
    insert into variants (
      site_id, id, product_id, sku, title, price, compare_at_price, options, weight, requires_shipping, stock, position, created_at, updated_at
    )
    select
      ${siteId}::uuid, id, product_id, sku, title, price, compare_at_price, options::json, weight, requires_shipping, stock, position,
      ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${rows}::json) as given (
      id uuid, product_id uuid, sku text, title text, price int, compare_at_price int, options text, weight int, requires_shipping boolean, stock int,
      position int
    )
    on conflict (site_id, id) do update set
      title = excluded.title,
      price = excluded.price,
      compare_at_price = excluded.compare_at_price,
      options = excluded.options,
      weight = excluded.weight,
      requires_shipping = excluded.requires_shipping,
      position = excluded.position,
      updated_at = excluded.updated_at`;
}
