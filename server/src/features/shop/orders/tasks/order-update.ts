import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sendSiteMail } from "../../../../lib/mails/send-site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { digestId } from "../../../../lib/text/digest-id.ts";
import { recordOrderEvent, type OrderMailKind } from "../order-event.ts";
import { orderSiteUpdate } from "../order-update.ts";
import { readOrderUpdate } from "../read-order-update.ts";

const Payload = Type.Object({ siteId: Type.String(), orderId: Type.String(), eventId: Type.String() });

/** Tells the buyer about an event of their order: a shipment, a refund or a cancellation. */
export const sendOrderUpdate = task(
  { name: "order-update", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  (deps: Pick<Deps, "sql" | "clock" | "ids" | "log" | "mailer" | "mailFrom">) => async (payload) => {
    const about = await readOrderUpdate(deps.sql, payload);
    if (!about) return;
    const { email, senderName, ownTexts, update } = about;
    const mail = orderSiteUpdate(update);
    const sender = { siteName: update.siteName, senderName };
    await sendSiteMail(deps, payload.siteId, sender, mail, { to: [email], texts: ownTexts?.[mail.kind] });
    await recordSentMail(deps, payload, update.event.kind, payload.eventId);
  },
);

/** Adds a mail that was sent to the timeline of its order: once, however often the task runs. `cause` tells mails of a kind apart. */
export async function recordSentMail(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  { siteId, orderId }: { siteId: string; orderId: string },
  mail: OrderMailKind,
  cause = "",
): Promise<void> {
  const id = digestId(JSON.stringify(["order mail", orderId, mail, cause]));
  await recordOrderEvent(sql, { now: clock.now(), ids }, siteId, { id, orderId, kind: "MAIL", adminId: null, details: { mail } });
}
