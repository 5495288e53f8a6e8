import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { currencyUnsupported, requestedCurrency } from "../../../../lib/text/currency.ts";
import { localeUnsupported, requestedLocale } from "../../../../lib/text/locale.ts";
import { isSlug } from "../../../../lib/text/slug.ts";
import { Product, productNotFound, ProductParameters } from "../product.ts";
import { readProduct } from "../read-product.ts";
import { productSlugTag } from "../tags.ts";
import { hasSlug } from "../translated-columns.ts";

/** One active product by its slug. */
export const getProductBySlug = publishedRead(
  {
    id: "getProductBySlug",
    path: "/api/v1/shop/products/slug/{slug}",
    problems: [productNotFound, localeUnsupported, currencyUnsupported],
    tags: ["Catalogue"],
    summary: "Read a product by its slug",
    description:
      "If a product had the slug before, the response is 404 `product_not_found` with its present slug in `movedTo`, until another product takes the slug.",
    params: Type.Object({ slug: Type.String({ description: "The product's slug.", examples: ["fjell-chair"] }) }),
    query: ProductParameters,
    response: { 200: Single(Product) },
  },
  ({ site, params: { slug }, query }) => {
    const requested = { ...requestedLocale(site, query), ...requestedCurrency(site, query) };
    if (!isSlug(slug)) throw new ProblemError(productNotFound);
    return { slug, ...requested };
  },
  (deps: ReadDeps<"publicUrl" | "media">, site, { slug, locale, currency }) => {
    // The default locale's slug finds a product until another one has it in this locale.
    const tags = locale === undefined ? [] : [productSlugTag(slug)];
    return readProduct(deps, site, { condition: hasSlug(site, "product", slug, locale), slug, locale, currency, tags });
  },
);
