import { findCatalogItemIds } from "../../shop/catalog/index.ts";
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
  const hiddenIn = <Item extends { status?: string }>(section: string, items: readonly Item[], shownStatus: string) =>
    items.flatMap((item, index) => ((item.status ?? shownStatus) === shownStatus ? [] : [{ item, path: `/${section}/${index}/status` }]));
  const catalogItems = [
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
  const keep = (wanted: readonly { path: string }[], targets: readonly { place: number; id: string }[]) => {
    for (const { place, id } of targets) paths.set(id, wanted[place]?.path ?? "");
  };
  if (catalogItems.length > 0) keep(catalogItems, await findCatalogItemIds(tx, siteId, catalogItems));
  if (documents.length > 0) keep(documents, await findDocumentIds(tx, siteId, documents));
  if (paths.size === 0) return [];
  const referrers = new Map(
    (await findShownReferrers(tx, siteId, [...paths.keys()])).map(({ targetId, ...referrer }) => [targetId, referrer]),
  );
  return [...paths].flatMap(([id, path]) => {
    const referrer = referrers.get(id);
    if (!referrer) return [];
    const others = referrer.count > 1 ? ` and ${referrer.count - 1} more` : "";
    const message = `hides what ${referrer.example}${others} ${referrer.count > 1 ? "refer" : "refers"} to: publish it, or take the reference away`;
    return [{ path, code: "referred_to", message }];
  });
}
