import type { EditedProduct } from "../catalog/index.ts";
import type { ProductBody } from "./product-body.ts";

const longestSku = 100;

/** A copy of a product as a draft, under another slug. */
export function copyOf(product: EditedProduct, slug: string): ProductBody {
  const { title, description, seo, categoryId, currency, taxClass, giftCard, images, options, attributes } = product;
  const skus = new Map(product.variants.map(({ sku }) => [sku, copiedSku(sku, slug)]));
  const translations = Object.fromEntries(
    Object.entries(product.translations).map(([locale, { slug: _slug, variants, ...words }]) => {
      const named = Object.entries((variants ?? {}) as Record<string, unknown>).map(([sku, variant]) => [skus.get(sku) ?? sku, variant]);
      return [locale, { ...words, ...(variants === undefined ? {} : { variants: Object.fromEntries(named) as object }) }];
    }),
  );
  const members = { title, description, seo, categoryId, currency, taxClass, giftCard, images, options, attributes, translations };
  const variants = product.variants.map(({ id: _id, sku, stock, ...variant }) => ({
    ...variant,
    sku: skus.get(sku) ?? sku,
    stock: stock === null ? null : 0,
  }));
  return { ...members, slug, status: "DRAFT", variants } as ProductBody;
}

/** No two products of a site have an SKU in common. */
function copiedSku(sku: string, slug: string): string {
  const ending = `-${slug.toUpperCase()}`.slice(0, longestSku - 1);
  return `${sku.slice(0, longestSku - ending.length)}${ending}`;
}
