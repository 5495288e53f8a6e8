import type { Product, Variant } from "@vitrine/client";
import { decimal } from "@/lib/money";
import { absoluteUrl } from "@/lib/settings";
import { site } from "@/site.config";

/** A product as search engines read it: https://schema.org/Product, with an offer for each variant. */
export function productData(product: Product, locale: string): Record<string, unknown> {
  const url = absoluteUrl(`/${locale}/products/${product.slug}`);
  return {
    "@type": "Product",
    name: product.title,
    ...(product.description ? { description: product.description } : {}),
    url,
    image: product.images.map((picture) => picture.url),
    brand: { "@type": "Brand", name: site.name },
    offers: product.variants.map((variant) => offerOf(variant, product.currency, url)),
  };
}

function offerOf({ sku, title, price, available }: Variant, currency: string, url: string): Record<string, unknown> {
  return {
    "@type": "Offer",
    sku,
    name: title,
    url,
    price: decimal(price, currency),
    priceCurrency: currency.toUpperCase(),
    availability: available ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
  };
}
