import { Type, type TSchema } from "typebox";
import type { Deps } from "../../../../deps.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { Transaction } from "../../../../ports/database.ts";
import { incidentKinds, type PaymentIncident } from "../../../../ports/processor.ts";
import { applyIncident } from "../apply-incident.ts";

const minuteMs = 60_000;
/** When the payment of an incident is looked for, in minutes after the event and after each attempt. */
const waits = [1, 10, 60, 6 * 60];

const maybe = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Payload = Type.Object({
  siteId: Type.String(),
  type: Type.String(),
  attempts: Type.Integer(),
  incident: Type.Object({
    kind: Type.Enum([...incidentKinds]),
    id: Type.String(),
    of: Type.Object({ sessionId: maybe(Type.String()), intentId: maybe(Type.String()), reference: maybe(Type.String()) }),
    amount: Type.Integer(),
    currency: maybe(Type.String()),
    reason: maybe(Type.String()),
    refund: maybe(Type.String()),
    respondByMs: maybe(Type.Integer()),
    outcome: maybe(Type.Enum(["WON", "LOST"])),
  }),
});

const kind = { name: "early-incident", lane: "notices", waitingPerSite: 1_000, payload: Payload } as const;

/**
 * Looks again for the payment of an incident: the processor sends events in any order, and the one about the incident may come before the
 * one that names the payment's ID. After the last attempt the payment is taken for one of another shop of the same account.
 */
export const earlyIncident = task(kind, ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) => async (payload) => {
  await sql.begin(async (tx) => {
    const ctx = { now: clock.now(), ids };
    const { siteId, type, incident, attempts } = payload;
    if (!(await applyIncident(tx, ctx, siteId, type, incident))) await awaitPayment(tx, ctx, siteId, type, incident, attempts + 1);
  });
});

/** Stores an incident until its payment is known. */
export async function awaitPayment(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  type: string,
  incident: PaymentIncident,
  attempts = 0,
): Promise<void> {
  const minutes = waits[attempts];
  if (minutes === undefined) return;
  await addToOutbox(tx, ctx, kind, { siteId, type, attempts, incident }, new Date(ctx.now.getTime() + minutes * minuteMs));
}
