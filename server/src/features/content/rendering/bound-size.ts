import { maxProductBytes } from "../../shop/catalog/index.ts";
import type { Sql } from "../../../ports/database.ts";
import { maxResolvedBytes, resolveBindings } from "./bindings.ts";
import { maxContentBytes } from "./document.ts";
import type { BoundSite, ContentReaders } from "./read-sources.ts";

/** Fewer bindings need no check: each brings less than the largest entry, product or category. */
const surelyFit = Math.floor(maxResolvedBytes / Math.max(maxContentBytes, maxProductBytes));

/** Whether a page is bound to more than a response may hold, given the site's present state. */
export async function isBoundToTooMuch(
  deps: { sql: Sql; publicUrl: string },
  site: BoundSite,
  page: { content: string; locale: string; slug: string },
  readers?: ContentReaders,
): Promise<boolean> {
  // Each binding has this member; a prop of the same name only causes an unnecessary check.
  if (page.content.split('"path":').length - 1 <= surelyFit) return false;
  const media = { publicUrl: deps.publicUrl };
  const { tooLarge } = await resolveBindings({ ...deps, media }, site, [{ ...page, hasBindings: true }], readers);
  return tooLarge.length > 0;
}
