import type { Actor } from "../../../lib/admin/identity.ts";
import { checkEachItem } from "../../../lib/http/each-item.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Database, Transaction } from "../../../ports/database.ts";
import { conflictAbout } from "../../people/audit/index.ts";
import { fulfilOrder, lockOrders, orderNotFound, readOrderStates, type OrderState, type Tracking } from "../orders/index.ts";
import { cancelForStaff, type CancelDeps, type Canceller } from "./cancel-for-staff.ts";
import { orderNotPending, refusalOf } from "./order-problems.ts";

interface SeenOrder {
  id: string;
  revision: number;
}

/** An order to send completely. */
interface OrderToSend extends SeenOrder {
  tracking: Tracking | null;
  /** Whether its buyer gets a mail. */
  notify: boolean;
}

/** The outcome of a request for one of its orders. */
export interface OrderResult {
  id: string;
  revision: number;
  orderStatus: OrderState["status"];
  outcome: "DONE" | "REFUSED" | "NOT_TRIED";
  /** The code of the problem, if the order was refused. */
  code: string | null;
}

/** No cancellation begins later: each may wait for the processor. */
const cancelWithinMs = 20_000;

/** Sends everything that is left of several orders: of all of them, or of none. Throws what stands in the way, by item. */
export async function fulfilOrders(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  items: readonly OrderToSend[],
  actor: Actor,
): Promise<OrderResult[]> {
  const by = { actor, action: "bulkOrders" };
  await lockOrders(tx, siteId, idsOf(items));
  await checkEachItem(items, ({ id, revision, tracking, notify }) =>
    fulfilOrder(tx, ctx, siteId, id, { lines: null, tracking, notify, seen: revision }, by),
  );
  const states = await readOrderStates(tx, siteId, idsOf(items));
  return items.flatMap(({ id }) => resultOf(states.get(id), { outcome: "DONE", code: null }));
}

/**
 * Cancels several pending orders, one after the other. Throws what stands in the way, by item, before it cancels the first one. If the processor does not
 * answer or the time is over, the remaining orders stay as they are.
 */
export async function cancelOrders(
  deps: CancelDeps,
  siteId: string,
  items: readonly SeenOrder[],
  by: Omit<Canceller, "action" | "seen">,
): Promise<OrderResult[]> {
  await checkPending(deps.sql, siteId, items);
  const deadline = deps.clock.monotonicMs() + cancelWithinMs;
  const outcomes = new Map<string, Pick<OrderResult, "outcome" | "code">>();
  for (const { id, revision } of items) {
    if (deps.clock.monotonicMs() >= deadline) break;
    const refusal = await cancelForStaff(deps, siteId, id, { ...by, action: "bulkOrders", seen: revision }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ProblemError) return error.problem;
        throw error;
      },
    );
    outcomes.set(id, refusal ? { outcome: "REFUSED", code: refusal.code } : { outcome: "DONE", code: null });
    if (refusal && refusal.status >= 500) break;
  }
  const states = await readOrderStates(deps.sql, siteId, idsOf(items));
  return items.flatMap(({ id }) => {
    const state = states.get(id);
    const outcome = outcomes.get(id) ?? { outcome: "NOT_TRIED", code: null };
    // It was paid just before: the cancellation has recorded the payment.
    const isPaid = outcome.outcome === "DONE" && state?.status !== "CANCELLED";
    return resultOf(state, isPaid ? { outcome: "REFUSED", code: orderNotPending.code } : outcome);
  });
}

async function checkPending(sql: Database, siteId: string, items: readonly SeenOrder[]): Promise<void> {
  const states = await readOrderStates(sql, siteId, idsOf(items));
  await checkEachItem(items, async ({ id, revision }) => {
    const order = states.get(id);
    if (!order) throw new ProblemError(orderNotFound);
    if (order.revision !== revision) throw await conflictAbout(sql, siteId, { type: "order", id }, order.revision);
    if (order.status !== "PENDING") throw refusalOf("not-pending", order.status);
  });
}

function resultOf(order: OrderState | undefined, outcome: Pick<OrderResult, "outcome" | "code">): OrderResult[] {
  return order ? [{ id: order.id, revision: order.revision, orderStatus: order.status, ...outcome }] : [];
}

function idsOf(items: readonly SeenOrder[]): string[] {
  return items.map(({ id }) => id);
}
