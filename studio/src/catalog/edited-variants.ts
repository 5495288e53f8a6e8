import type { AdjustStockInput, EditedProduct, ReplaceProductInput } from "@vitrine/client/admin";
import { amountOf, priceError, textOfAmount } from "../parts/amount.ts";

type Variant = EditedProduct["variants"][number];

/** The fields of one variant, as a person types them. An empty stock is not tracked. */
export interface VariantFields {
  price: string;
  stock: string;
}

export type VariantError = "amount" | "step" | "count";

/** The fields of a variant that nobody has changed. */
export function fieldsOf({ price, stock }: Pick<Variant, "price" | "stock">, currency: string): VariantFields {
  return { price: textOfAmount(price, currency), stock: stock === null ? "" : String(stock) };
}

/** The wrong fields of a variant. */
export function errorsOf(
  fields: VariantFields,
  { price }: Pick<Variant, "price">,
  currency: string,
): Partial<Record<keyof VariantFields, VariantError>> {
  const wrongPrice = priceError(fields.price, currency, price);
  const isCount = /^\d{0,9}$/.test(fields.stock.trim());
  return {
    ...(wrongPrice && { price: wrongPrice }),
    ...(!isCount && { stock: "count" }),
  };
}

/** A product as it is sent when nothing of it changes. The stock of a variant is changed by itself. */
export function inputOf(product: EditedProduct): ReplaceProductInput {
  const {
    id,
    revision,
    slug,
    title,
    description,
    seo,
    status,
    currency,
    taxClass,
    giftCard,
    images,
    options,
    attributes,
    categoryId,
    translations,
  } = product;
  const variants = product.variants.map(({ stock: _, ...variant }) => variant);
  const members = {
    id,
    revision,
    slug,
    title,
    description,
    seo,
    status,
    currency,
    taxClass,
    giftCard,
    images,
    options,
    attributes,
    categoryId,
    translations,
    variants,
  };
  // The server has checked what it answers: the words of other languages and of search engines have no narrower type there.
  return members as ReplaceProductInput;
}

/** The variants with the prices of fields without errors; undefined if every price is as it was. `fields` by the ID of the variant. */
export function pricedVariants(
  { variants, currency }: Pick<EditedProduct, "variants" | "currency">,
  fields: Readonly<Record<string, VariantFields>>,
): ReplaceProductInput["variants"] | undefined {
  const priced = variants.map(({ stock: _, ...variant }) => ({
    ...variant,
    price: amountOf(fields[variant.id]?.price ?? "", currency) ?? variant.price,
  }));
  return priced.some(({ price }, index) => price !== variants[index]?.price) ? priced : undefined;
}

/** The counts that fields without errors set, each with the one that the person saw. */
export function countedStocks(
  { variants }: Pick<EditedProduct, "variants">,
  fields: Readonly<Record<string, VariantFields>>,
): Extract<AdjustStockInput["items"][number], { set: unknown }>[] {
  return variants.flatMap(({ id, stock }) => {
    const text = fields[id]?.stock.trim() ?? "";
    const set = text === "" ? null : Number(text);
    return set === stock ? [] : [{ variantId: id, set, expected: stock }];
  });
}
