import { catalogBytes } from "../../shop/catalog/index.ts";
import { boundAtMost, type BoundSite, type ContentReaders, isBoundToTooMuch } from "../rendering/index.ts";
import { blockTypeBytes } from "../types/index.ts";
import { draftReaders } from "../preview/index.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { pageInput } from "./save-documents.ts";
import type { Bundle, BundlePage } from "./schema.ts";

/** For lists that are returned whole, without pages. Some ten thousand categories, or more block types than any site has. */
const maxWholeBytes = 8 * 1024 * 1024;

/**
 * The lists and pages that a saved bundle makes too large for a response: lists that are returned whole, and the bundle's pages with too
 * much bound content, given the site's present state. Call it in the transaction of the save, and undo the transaction if there are errors.
 */
export async function answerErrors(
  tx: Sql,
  site: BoundSite,
  { blockTypes = [], categories = [], plans = [], pages = [] }: Bundle,
  publicUrl: string,
): Promise<ValidationError[]> {
  const catalog = categories.length + plans.length > 0 ? await catalogBytes(tx, site.id) : { categories: 0, plans: 0 };
  const errors = [
    ...wholeErrors("/blockTypes", "block types", blockTypes.length > 0 ? await blockTypeBytes(tx, site.id) : 0),
    ...wholeErrors("/categories", "categories", categories.length > 0 ? catalog.categories : 0),
    ...wholeErrors("/plans", "plans", plans.length > 0 ? catalog.plans : 0),
  ];
  for (const [index, page] of pages.entries()) {
    for (const { content, path, readers } of versionsOf(page)) {
      const { locale, slug } = page;
      const isTooMuch = await isBoundToTooMuch({ sql: tx, publicUrl }, site, { content, locale, slug }, readers);
      const message = `is bound to more than ${boundAtMost}: bind to less, or to what is smaller`;
      if (isTooMuch) errors.push({ path: `/pages/${index}${path}`, code: "too_large", message });
    }
  }
  return errors;
}

/** The public version and the draft of a page, as they will be saved. */
export function versionsOf(page: BundlePage): { content: string; path: string; readers?: ContentReaders }[] {
  const { published, draft } = pageInput(page);
  return [
    ...(published?.hasBindings ? [{ content: published.content, path: "" }] : []),
    ...(draft ? [{ content: draft.content, path: published ? "/draft" : "", readers: draftReaders }] : []),
  ];
}

function wholeErrors(path: string, what: string, bytes: number): ValidationError[] {
  const message = `have more than ${maxWholeBytes >> 20} MiB together, with those that the site has: the API answers all ${what} at once. Remove some, or shorten their texts`;
  return bytes > maxWholeBytes ? [{ path, code: "too_large", message }] : [];
}
