import { inUse } from "../../../lib/admin/refusals.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { findReferringPlaces } from "../../content/bundle/index.ts";

const shownPlaces = 100;

/** Refuses to delete a category that has products or subcategories, or that content refers to. */
export async function refuseCategoryInUse(tx: Sql, siteId: string, id: string): Promise<void> {
  const { places, total } = await findReferringPlaces(tx, siteId, id, { limit: shownPlaces });
  if (total === 0) return;
  throw new ProblemError(inUse, {
    detail: "Products, subcategories or content refer to the category: change them first, or send force=true.",
    members: { places, placesTotal: total },
  });
}
