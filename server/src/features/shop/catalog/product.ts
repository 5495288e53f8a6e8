import { Type } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import { Seo } from "../../../lib/http/seo.ts";
import { CurrencyQuery } from "../../../lib/text/currency.ts";
import { LocaleQuery } from "../../../lib/text/locale.ts";
import { Slug } from "../../../lib/text/slug.ts";
import { movedToOf } from "./former-catalog-slugs.ts";
import { Picture, picturesJson, type Showing } from "./picture.ts";
import { productInCurrency } from "./product-in-currency.ts";
import { localeFields, productInWords, type Translated } from "./translation.ts";
import { productsOfCategoryTag, productTag } from "./tags.ts";

export const productNotFound = problem("product_not_found", 404, "Product not found", movedToOf("product"));

/** The status of a product. The public API shows only `ACTIVE` ones. */
export const productStatuses = ["DRAFT", "ACTIVE", "ARCHIVED"] as const;

const Price = Type.Integer({ minimum: 0, maximum: 99_999_999, description: "In minor units." });
const ComparePrice = Nullable(
  Type.Integer({ minimum: 0, maximum: 99_999_999, description: "What it cost before, or costs elsewhere. In minor units." }),
);
/** The present price began with the last change of the price or the currency; a trigger of the database works it out then. */
const PriorPrice = Type.Optional(
  Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 99_999_999,
      description:
        "Only beside a `compareAtPrice`: the lowest price of the 30 days before the present price began, in the same currency, from " +
        "the recorded prices. Null: there was none. In minor units.",
    }),
  ),
);

const Variant = Type.Object(
  {
    id: Uuid,
    sku: Type.String({ examples: ["FJELL-OAK-CORD"] }),
    title: Type.String(),
    price: Price,
    compareAtPrice: ComparePrice,
    options: Type.Record(Type.String(), Type.String(), { description: "A value for each of the product's options." }),
    available: Type.Boolean({ description: "Whether it can be bought now." }),
    stock: Nullable(Type.Integer({ minimum: 0, description: "Null: not tracked, always available. At most a second old." })),
    priorPrice: PriorPrice,
    currency: Type.Optional(
      Type.String({
        description:
          "With the parameter `currency`, of a variant that has no price in it, beside others that do: the currency of its `price`. It is not `available`.",
      }),
    ),
  },
  { $id: "Variant", additionalProperties: false },
);

export const Product = Type.Object(
  {
    id: Uuid,
    slug: Slug,
    title: Type.String(),
    description: Nullable(Type.String()),
    status: Type.Literal("ACTIVE"),
    price: Type.Integer({ minimum: 0, maximum: 99_999_999, description: "That of the cheapest variant, in minor units." }),
    compareAtPrice: ComparePrice,
    currency: Type.String({
      description:
        "That of the prices: ISO 4217, lower case. With the parameter `currency` another one only where the product is not sold in that currency.",
      examples: ["eur"],
    }),
    categoryId: Nullable(Uuid),
    category: Nullable(Type.Object({ id: Uuid, slug: Slug, title: Type.String() }, { additionalProperties: false })),
    options: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) }, { additionalProperties: false })),
    variants: Type.Array(Variant),
    attributes: Type.Record(Type.String(), Type.Unknown()),
    createdAt: Instant,
    updatedAt: Type.Unsafe<string>({ ...Instant, description: "When it was last edited. Stock does not count." }),
    priorPrice: PriorPrice,
    available: Type.Optional(
      Type.Boolean({ description: "With the parameter `currency`: whether a variant can be bought now in this currency." }),
    ),
    seo: Type.Optional(Seo),
    images: Type.Array(Picture),
    ...localeFields,
  },
  { $id: "Product", additionalProperties: false },
);

/** The query of a single read. */
export const ProductParameters = Type.Object({ ...LocaleQuery.properties, ...CurrencyQuery.properties });

/** A product as the view `public_products` has it. */
export interface ShownProduct extends Translated {
  id: string;
  /** Its own category, public or not. */
  categoryId: string | null;
  json: string;
  images: string;
  showsStock: boolean;
  /** In the currency that the request names, as `pricesIn` reads them. */
  prices: string | null;
}

/** Whether a row has a product, and not the nulls of a page without one. */
export function isShownProduct<Row extends { json: string | null }>(
  row: Row,
): row is Row & { [K in keyof ShownProduct & keyof Row]: ShownProduct[K] } {
  return row.json !== null;
}

/** The tags of a response that shows the product. */
export function productTags({ id, categoryId }: Pick<ShownProduct, "id" | "categoryId">): string[] {
  return [productTag(id), ...(categoryId === null ? [] : [productsOfCategoryTag(categoryId)])];
}

/** The public representation as JSON text, translated if there is a translation, with the prices in a currency if the request names one. */
export function productJson(
  {
    json,
    images,
    prices = null,
    ...translated
  }: Pick<ShownProduct, "json" | "images" | "words" | "categoryWords"> & Partial<Pick<ShownProduct, "prices">>,
  showing: Showing,
  currency?: string,
): string {
  const priced = currency === undefined ? json : productInCurrency(json, prices, currency);
  return `${productInWords(priced, translated).slice(0, -1)},"images":${picturesJson(images, showing)}}`;
}
