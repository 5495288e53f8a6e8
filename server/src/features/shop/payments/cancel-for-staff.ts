import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../lib/admin/identity.ts";
import { conflictAbout } from "../../people/audit/index.ts";
import { readOrderHead } from "../orders/index.ts";
import { cancelOrder } from "./end-order.ts";
import { refusalOf, throughProcessor } from "./order-problems.ts";

export type CancelDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor" | "processorLimiter">;

/** The person who cancels, and the operation. */
export interface Canceller {
  actor: Actor;
  action: string;
  /** The revision that the person has seen, if they name one. */
  seen?: number;
}

/** Cancels a pending order, and ends its payment at the processor. Throws a problem if it was not cancelled. */
export async function cancelForStaff(deps: CancelDeps, siteId: string, orderId: string, { actor, action, seen }: Canceller): Promise<void> {
  const { id, number, payment, currency, revision } = await readOrderHead(deps.sql, siteId, orderId);
  if (seen !== undefined && seen !== revision) throw await conflictAbout(deps.sql, siteId, { type: "order", id }, revision);
  const { refused, status } = await throughProcessor({ amount: payment.amount, currency }, () =>
    deps.processorLimiter.run(siteId, () => cancelOrder(deps, siteId, number, { actor, action })),
  );
  if (refused) throw refusalOf(refused, status);
}
