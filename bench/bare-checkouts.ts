import { performance } from "node:perf_hooks";
import { stripeProcessor } from "../server/src/adapters/stripe-processor.ts";
import { barePool } from "./bare-pool.ts";
import { idsOfEvent } from "./checkout-event.ts";
import { preparedIds } from "./prepared-orders.ts";
import { ownIds, replay, type DatabaseStep, type OwnIds, type Step } from "./replay.ts";
import { runCheckouts, type CheckoutTask } from "./checkout-client.ts";
import { serveTasks } from "./worker.ts";

/** The steps that the bare loop repeats, and where. */
export interface BareCheckouts {
  database: { url: string; poolSize: number };
  processorUrl: string;
  secretKey: string;
  /** Of a whole checkout. The first ones open the payment. */
  steps: readonly Step[];
  /** The one of them that settles a payment. */
  settling: DatabaseStep;
  /** The names of the order's and the payment's id in the steps. */
  names: { order: string; payment: string; variant: string };
  /** One for each client. */
  variantIds: readonly string[];
}

/** Sells with the server's statements and its processor's adapter, and with nothing in between. */
serveTasks(({ database, processorUrl, secretKey, steps, settling, names, variantIds }: BareCheckouts) => {
  const pool = barePool(database);
  const processor = stripeProcessor({ apiUrl: processorUrl });
  // The buyer knows where to pay once the statement after the processor's response is done.
  const opening = steps.findIndex(({ kind }) => kind === "processor") + 1;

  const doStep = async (step: Step, ids: OwnIds) => {
    if (step.kind !== "processor") return replay(pool, step, ids);
    const { sessionId } = await processor.open(secretKey, { ...step.request, reference: ids.get(names.payment) });
    if (sessionId === null) throw new Error("The processor opened no page.");
    ids.give(processorIds(sessionId));
  };
  const checkouts = {
    checkOut: async (client: number) => {
      const ids = ownIds({ [names.variant]: variantIds[client % variantIds.length] as string });
      const beganAt = performance.now();
      let openMs = 0;
      for (const [index, step] of steps.entries()) {
        await doStep(step, ids);
        if (index === opening) openMs = performance.now() - beganAt;
      }
      return openMs;
    },
    prepareEvent: (number: number) => {
      const { orderId, paymentId, sessionId } = preparedIds(number);
      const eventIds = { [names.order]: orderId, [names.payment]: paymentId, ...processorIds(sessionId) };
      return () => replay(pool, settling, ownIds(eventIds));
    },
  };
  return (task: CheckoutTask) => runCheckouts(checkouts, task);
});

function processorIds(sessionId: string): Record<string, string> {
  const { intentId, eventId } = idsOfEvent(sessionId);
  return { session: sessionId, intent: intentId, event: eventId };
}
