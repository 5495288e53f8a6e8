import { findGoodsIds } from "../../shop/catalog/index.ts";
import { findDocumentIds } from "../documents/index.ts";
import { findShownReferrers, pageContentType } from "../rendering/index.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Bundle } from "./schema.ts";

/** The hidden objects of a saved bundle to which published content refers. Call it in the transaction of the save. */
export async function referenceWarnings(
  tx: Sql,
  siteId: string,
  { products = [], categories = [], pages = [], entries = [] }: Bundle,
): Promise<ValidationError[]> {
  const hiddenIn = <Item extends { status?: string }>(section: string, items: readonly Item[], shown: string) =>
    items.flatMap((item, index) => ((item.status ?? shown) === shown ? [] : [{ item, path: `/${section}/${index}/status` }]));
  const goods = [
    ...hiddenIn("products", products, "ACTIVE").map(({ item, path }) => ({ kind: "product" as const, name: item.slug, path })),
    ...hiddenIn("categories", categories, "ACTIVE").map(({ item, path }) => ({ kind: "category" as const, name: item.slug, path })),
  ];
  const documents = [
    ...hiddenIn("pages", pages, "PUBLISHED").map(({ item, path }) => ({
      contentType: pageContentType,
      name: item.page ?? item.slug,
      path,
    })),
    ...hiddenIn("entries", entries, "PUBLISHED").map(({ item, path }) => ({ contentType: item.contentType, name: item.slug, path })),
  ];
  const paths = new Map<string, string>();
  const keep = (wanted: readonly { path: string }[], found: readonly { place: number; id: string }[]) => {
    for (const { place, id } of found) paths.set(id, wanted[place]?.path ?? "");
  };
  if (goods.length > 0) keep(goods, await findGoodsIds(tx, siteId, goods));
  if (documents.length > 0) keep(documents, await findDocumentIds(tx, siteId, documents));
  if (paths.size === 0) return [];
  const referrers = new Map((await findShownReferrers(tx, siteId, [...paths.keys()])).map(({ targetId, ...found }) => [targetId, found]));
  return [...paths].flatMap(([id, path]) => {
    const found = referrers.get(id);
    if (!found) return [];
    const others = found.count > 1 ? ` and ${found.count - 1} more` : "";
    const message = `hides what ${found.example}${others} ${found.count > 1 ? "refer" : "refers"} to: publish it, or take the reference away`;
    return [{ path, code: "referred_to", message }];
  });
}
