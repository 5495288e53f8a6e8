import { findUnheardPrices } from "../catalog/index.ts";
import type { Fault } from "../../lib/http/problem.ts";
import type { Sql } from "../../ports/database.ts";
import type { Bundle } from "./schema.ts";

/** The variants of a saved bundle that are advertised with a price that they never had. Call it in the transaction of the save. */
export async function priceWarnings(tx: Sql, siteId: string, { products = [] }: Bundle): Promise<Fault[]> {
  const paths = new Map(
    products.flatMap(({ variants }, index) =>
      variants.flatMap(({ sku, compareAtPrice }, place): [string, string][] =>
        typeof compareAtPrice === "number" ? [[sku, `/products/${index}/variants/${place}/compareAtPrice`]] : [],
      ),
    ),
  );
  if (paths.size === 0) return [];
  const unheard = new Map((await findUnheardPrices(tx, siteId, [...paths.keys()])).map(({ sku, highest }) => [sku, highest]));
  return [...paths].flatMap(([sku, path]) => {
    const highest = unheard.get(sku);
    const message = `is higher than any price of this variant so far: lower it to ${highest}, or remove it`;
    return highest === undefined ? [] : [{ path, code: "never_charged", message }];
  });
}
