import type { Product, Variant } from "@vitrine/client";
import { productPath } from "@/lib/catalog";
import { decimal } from "@/lib/money";
import { absoluteUrl } from "@/lib/settings";

/** A product as search engines read it: https://schema.org/Product, with an offer for each variant. */
export function productData(product: Product, locale: string, brand: string): Record<string, unknown> {
  const url = absoluteUrl(`/${locale}${productPath(product.slug)}`);
  const description = product.description ?? product.seo?.description;
  return {
    "@type": "Product",
    name: product.title,
    ...(description ? { description } : {}),
    ...(product.category ? { category: product.category.title } : {}),
    ...(product.locale ? { inLanguage: product.locale } : {}),
    url,
    image: product.images.map((picture) => picture.url),
    brand: { "@type": "Brand", name: brand },
    offers: product.variants.map((variant) => offerOf(variant, product.currency, url, brand)),
  };
}

function offerOf({ sku, title, price, available }: Variant, currency: string, url: string, seller: string): Record<string, unknown> {
  return {
    "@type": "Offer",
    sku,
    name: title,
    url,
    price: decimal(price, currency),
    priceCurrency: currency.toUpperCase(),
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@type": "Organization", name: seller },
    availability: available ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
  };
}
