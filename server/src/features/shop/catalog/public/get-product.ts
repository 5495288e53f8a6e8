import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { piece } from "../../../../lib/sql/sql-statement.ts";
import { currencyUnsupported, requestedCurrency } from "../../../../lib/text/currency.ts";
import { localeUnsupported, requestedLocale } from "../../../../lib/text/locale.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { Product, productNotFound, ProductParameters } from "../product.ts";
import { readProduct } from "../read-product.ts";

/** One active product by its id. */
export const getProduct = publishedRead(
  {
    id: "getProduct",
    path: "/api/v1/shop/products/{id}",
    problems: [productNotFound, localeUnsupported, currencyUnsupported],
    tags: ["Catalogue"],
    summary: "Read a product by its id",
    params: Type.Object({ id: Type.String({ description: "The product's id." }) }),
    query: ProductParameters,
    response: { 200: Single(Product) },
  },
  ({ site, params: { id }, query }) => {
    const requested = { ...requestedLocale(site, query), ...requestedCurrency(site, query) };
    if (!isUuid(id)) throw new ProblemError(productNotFound);
    return { id, ...requested };
  },
  (deps: ReadDeps<"publicUrl" | "media">, site, { id, locale, currency }) =>
    readProduct(deps, site, { condition: piece`shown.id = ${id}`, locale, currency }),
);
