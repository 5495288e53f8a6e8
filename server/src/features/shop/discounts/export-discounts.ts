import type { DiscountBody } from "../../../lib/totals/discount-rules.ts";
import type { Sql } from "../../../ports/database.ts";
import { readDiscounts, writtenMembers } from "./discount.ts";

/** The discounts of a site as bundles have them, without members that say what holds without them. */
export async function exportDiscounts(sql: Sql, siteId: string): Promise<DiscountBody[]> {
  // The time decides only about the state, which bundles do not have.
  const discounts = await readDiscounts(sql, siteId, new Date(0));
  return discounts.map((discount) => {
    const { id: _id, code, isAutomatic, isActive, combinesWith, ...rule } = writtenMembers(discount);
    return {
      ...(code !== null && { code }),
      ...(isAutomatic !== (code === null) && { isAutomatic }),
      ...rule,
      ...(combinesWith !== "NONE" && { combinesWith }),
      ...(!isActive && { isActive }),
    };
  });
}
