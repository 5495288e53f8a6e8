import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { editedPicture, EditedPicture } from "./edited-picture.ts";
import { productStatuses } from "./product.ts";
import { Picture, shownPicture, type Showing, type StoredPicture } from "./picture.ts";
import { lowStock } from "./stock.ts";

const strict = { additionalProperties: false };
const Json = Type.Record(Type.String(), Type.Unknown());
const head = {
  id: Uuid,
  slug: Type.String(),
  title: Type.String(),
  status: Type.Enum([...productStatuses]),
  categoryId: Nullable(Uuid),
  currency: Type.String({ examples: ["eur"] }),
  price: Type.Integer({ description: "That of the cheapest variant, in minor units." }),
  compareAtPrice: Nullable(Type.Integer()),
  revision: Type.Integer({ description: "Grows with each change. Stock does not count." }),
  createdAt: Instant,
  updatedAt: Instant,
};

/** A product as the people who run the site edit it. */
export const EditedProduct = Type.Object(
  {
    ...head,
    description: Nullable(Type.String()),
    seo: Nullable(Json),
    taxClass: Type.String({ description: "Which rate it has: one of the classes of the site's rules.", examples: ["standard"] }),
    giftCard: Type.Boolean({ description: "Whether each unit that is paid for is a gift card worth the price of its variant." }),
    images: Type.Array(EditedPicture),
    options: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) }, strict)),
    attributes: Json,
    variants: Type.Array(
      Type.Object(
        {
          id: Uuid,
          sku: Type.String(),
          title: Type.String(),
          price: Type.Integer(),
          compareAtPrice: Nullable(Type.Integer()),
          prices: Type.Record(Type.String(), Type.Integer(), { description: "In further currencies of the site, in minor units." }),
          compareAtPrices: Type.Record(Type.String(), Type.Integer(), { description: "`compareAtPrice` in the currencies of `prices`." }),
          options: Type.Record(Type.String(), Type.String()),
          weightGrams: Nullable(Type.Integer({ description: "Null: shipping does not count it." })),
          requiresShipping: Type.Boolean(),
          stock: Nullable(Type.Integer({ description: "Null: not tracked." })),
        },
        strict,
      ),
    ),
    translations: Type.Record(Type.String(), Json, { description: "By locale: the words that differ, as in bundles." }),
  },
  { $id: "EditedProduct", additionalProperties: false },
);
export type EditedProduct = Static<typeof EditedProduct>;

/** A product in the list of those that people edit. */
export const EditedProductRow = Type.Object(
  {
    ...head,
    image: { ...Nullable(Picture), description: "The first picture." },
    variants: Type.Integer({ description: "Their number." }),
    stock: Nullable(Type.Integer({ description: "The sum of the tracked stocks. Null: none is tracked." })),
  },
  { $id: "EditedProductRow", additionalProperties: false },
);
export type EditedProductRow = Static<typeof EditedProductRow>;

type Stored = Omit<EditedProduct, "images" | "createdAt" | "updatedAt"> & { images: StoredPicture[] };

/** The whole product, whatever its status. */
export async function readEditedProduct(sql: Sql, siteId: string, id: string): Promise<EditedProduct | undefined> {
  const [row] = await sql<{ product: string; createdAt: Date; updatedAt: Date }>`
    select
      json_build_object(
        'id', products.id, 'slug', products.slug, 'title', products.title, 'status', products.status, 'categoryId', products.category_id,
        'currency', products.currency, 'price', products.price, 'compareAtPrice', products.compare_at_price, 'revision', products.revision,
        'description', products.description, 'seo', products.seo, 'taxClass', products.tax_class, 'giftCard', products.is_gift_card, 'images', products.images, 'options', products.options,
        'attributes', products.attributes,
        'variants', (
          select json_agg(
            json_build_object(
              'id', variants.id, 'sku', variants.sku, 'title', variants.title, 'price', variants.price,
              'compareAtPrice', variants.compare_at_price, 'options', variants.options, 'weightGrams', variants.weight,
              'requiresShipping', variants.requires_shipping, 'stock', variants.stock, 'prices', priced.prices,
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
          select coalesce(json_object_agg(locale, words order by locale), '{}')
          from catalog_translations
          where site_id = ${siteId} and kind = 'product' and item_id = products.id and words is not null
        )
      )::text as product,
      products.created_at as "createdAt",
      products.updated_at as "updatedAt"
    from products
    where products.site_id = ${siteId} and products.id = ${id}`;
  if (!row) return undefined;
  const { images, ...product } = JSON.parse(row.product) as Stored;
  return {
    ...product,
    images: images.map(editedPicture),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const productSorts = ["title", "price", "createdAt", "updatedAt"] as const;
export const stockFilters = ["low", "out", "tracked"] as const;

export interface ProductFilters {
  status: (typeof productStatuses)[number] | undefined;
  /** With the categories below it. */
  category: string | undefined;
  q: string | undefined;
  stock: (typeof stockFilters)[number] | undefined;
  sort: (typeof productSorts)[number];
  isDescending: boolean;
}

type Row = Omit<EditedProductRow, "createdAt" | "updatedAt" | "status" | "image"> & {
  status: string;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** A page of the products that meet the filters, and their number. */
export async function listEditedProducts(
  sql: Sql,
  siteId: string,
  filters: ProductFilters,
  paging: Paging,
  showing: Showing,
): Promise<{ products: EditedProductRow[]; total: number }> {
  const order = orders[filters.sort][filters.isDescending ? 1 : 0];
  const chosen = piece`products where products.site_id = ${siteId} ${conditions(siteId, filters)}`;
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from ${chosen}`);
  const rows = await sql<Row>(
    ...statement`
      select
        products.id, products.slug, products.title, products.status, products.category_id as "categoryId", products.currency, products.price,
        products.compare_at_price as "compareAtPrice", products.revision, products.created_at as "createdAt",
        products.updated_at as "updatedAt", stocks.variants, stocks.stock, (products.images -> 0)::text as image
      from (select * from ${chosen} order by ${order} ${limitTo(paging)}) as products
      cross join lateral (
        select count(*)::int as variants, sum(variants.stock)::float8 as stock
        from variants where variants.site_id = ${siteId} and variants.product_id = products.id
      ) as stocks
      order by ${order}`,
  );
  const products = rows.map((row) => ({
    ...row,
    status: row.status as EditedProductRow["status"],
    image: row.image === null ? null : shownPicture(JSON.parse(row.image) as StoredPicture, showing),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
  return { products, total: counted?.total ?? 0 };
}

function conditions(siteId: string, { status, category, q, stock }: ProductFilters): SqlPiece {
  const pattern = `%${(q ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const withVariants = (test: SqlPiece) =>
    piece`and products.id in (select variants.product_id from variants where variants.site_id = ${siteId} and ${test})`;
  const parts: SqlPiece[] = [
    ...(status === undefined ? [] : [piece`and products.status = ${status}`]),
    ...(category === undefined
      ? []
      : [
          piece`and products.category_id in (
            select categories.id from categories where categories.site_id = ${siteId} and categories.path @> array[${category}]::uuid[]
          )`,
        ]),
    ...(q === undefined || q === ""
      ? []
      : [
          piece`and (
            lower(products.title) like ${pattern} or products.slug like ${pattern} or products.id in (
              select variants.product_id from variants where variants.site_id = ${siteId} and lower(variants.sku) like ${pattern}
            )
          )`,
        ]),
    ...(stock === "low" ? [withVariants(piece`variants.stock <= ${lowStock}`)] : []),
    ...(stock === "out" ? [withVariants(piece`variants.stock = 0`)] : []),
    ...(stock === "tracked" ? [withVariants(piece`variants.stock is not null`)] : []),
  ];
  return parts.reduce((all, part) => piece`${all} ${part}`, piece``);
}

const orders: Record<(typeof productSorts)[number], readonly [SqlPiece, SqlPiece]> = {
  title: [piece`products.sort_title, products.id`, piece`products.sort_title desc, products.id desc`],
  price: [piece`products.price, products.id`, piece`products.price desc, products.id desc`],
  createdAt: [piece`products.created_at, products.id`, piece`products.created_at desc, products.id desc`],
  updatedAt: [piece`products.updated_at, products.id`, piece`products.updated_at desc, products.id desc`],
};
