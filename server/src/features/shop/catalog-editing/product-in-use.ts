import { inUse } from "../../../lib/admin/refusals.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { findReferringPlaces } from "../../content/bundle/index.ts";
import { findOpenOrders } from "../orders/index.ts";

const shownPlaces = 100;

/** Refuses to delete a product that open orders have, or, unless it is forced, that content refers to. */
export async function refuseProductInUse(tx: Sql, siteId: string, id: string, { isForced }: { isForced: boolean }): Promise<void> {
  const open = await findOpenOrders(tx, siteId, [id]);
  const referring = isForced ? { places: [], total: 0 } : await findReferringPlaces(tx, siteId, id, { limit: shownPlaces });
  if (open.total + referring.total === 0) return;
  const orderPlaces = open.orders.map((order) => ({ kind: "order", id: order.id, number: order.number }));
  const detail =
    open.total > 0
      ? "Open orders have the product: archive it instead of deleting it."
      : "Content refers to the product: change that content first, or send force=true.";
  throw new ProblemError(inUse, {
    detail,
    members: { places: [...orderPlaces, ...referring.places].slice(0, shownPlaces), placesTotal: open.total + referring.total },
  });
}
