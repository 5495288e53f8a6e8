import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { stripeProcessor } from "../server/src/adapters/stripe-processor.ts";
import { idsOfEvent } from "./checkout-event.ts";
import { asSteps, listeningDatabase, listeningIds, listeningProcessor, startHeardServer, type Said } from "./listening.ts";
import { processorIdNames, type DatabaseStep, type Step, type Value } from "./replay.ts";
import { shopping, type Shopping } from "./shopping.ts";

/** The server's calls to its database and its processor for one checkout, from the session to the paid order. */
export interface HeardCheckout {
  steps: Step[];
  /** Of them, the one that settles the payment. */
  settling: DatabaseStep;
  names: { order: string; payment: string; variant: string };
}

/**
 * Runs the server in this process between recording handles, and buys from it: twice, because cached data is
 * read the first time only. So the bare loop does the same work as the server, and nobody has to keep the two in step.
 */
export async function hearCheckout(url: string, processorUrl: string, about: Omit<Shopping, "port">): Promise<HeardCheckout> {
  let said: Said[] = [];
  let ids = new Map<string, string>();
  const at = new Date();
  const database = connectPostgres({ url, poolSize: 2, preparedStatements: true, onIdleError: () => undefined });
  const processor = stripeProcessor({ apiUrl: processorUrl });
  const server = await startHeardServer({
    sql: listeningDatabase(database, (step) => said.push(step)),
    processor: listeningProcessor(processor, (step) => said.push(step)),
    ids: listeningIds(() => ids),
    // Stands still, so that nothing expires between the two.
    clock: { now: () => at, monotonicMs: () => 0 },
  });
  const shopper = shopping({ ...about, port: server.port });
  try {
    await shopper.checkOut(0);
    [said, ids] = [[], new Map()];
    const { orderId, sessionId } = await shopper.open(0);
    await shopper.settle(0, { orderId, sessionId });
    const { intentId, eventId } = idsOfEvent(sessionId);
    const reference = said.find((step) => step.kind === "processor")?.request.reference ?? "";
    const workIds = [about.variantIds[0] ?? "", sessionId, intentId, eventId];
    const names = ["variant", ...processorIdNames];
    for (const [index, id] of workIds.entries()) ids.set(id, names[index] as string);
    const [order] = await database<{ number: number }>`select number from orders where id = ${orderId}`;
    const steps = asSteps(said, ids, at).map((step) => withCounted(step, order?.number));
    return {
      steps,
      settling: settlingOf(steps),
      names: { order: ids.get(orderId) ?? "", payment: ids.get(reference) ?? "", variant: "variant" },
    };
  } finally {
    shopper.close();
    await server.close();
    await Promise.all([processor.close(), database.close()]);
  }
}

/** The step with a placeholder for the order's number, which each work counts anew. */
function withCounted(step: Step, number: number | undefined): Step {
  if (step.kind === "processor") return step;
  const counted = (value: Value): Value => ("plain" in value && value.plain === number ? { counted: true } : value);
  return { ...step, statements: step.statements.map((each) => ({ ...each, values: each.values.map(counted) })) };
}

/** The transaction after the processor's response: there must be one. */
function settlingOf(steps: readonly Step[]): DatabaseStep {
  const asked = steps.findIndex(({ kind }) => kind === "processor");
  const [settling, ...others] = steps.slice(asked + 1).flatMap((step) => (step.kind === "transaction" ? [step] : []));
  if (asked < 0 || !settling || others.length > 0) throw new Error("A checkout has other steps than the bench expects.");
  return settling;
}
