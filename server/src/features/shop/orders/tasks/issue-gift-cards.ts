import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { Sql } from "../../../../ports/database.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { KeyRing } from "../../../../lib/secrets/secret.ts";
import { issueCards, mailCodes } from "../../gift-cards/index.ts";
import { recordSentMail } from "./order-update.ts";

const Payload = Type.Object({ siteId: Type.String(), orderId: Type.String() });

interface PaidOrder {
  email: string | null;
  locale: string | null;
}

/**
 * Makes the gift cards of a paid order, each once however often the task runs, and mails their codes to the buyer. Without an address the codes wait for it:
 * the task runs again when it comes.
 */
export const issueGiftCards = task(
  { name: "issue-gift-cards", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  (deps: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "log" | "mailer" | "mailFrom">) =>
    async ({ siteId, orderId }) => {
      const ctx = { now: deps.clock.now(), ids: deps.ids, secrets: deps.secrets };
      const order = await deps.sql.begin((tx) => issueSoldCards(tx, ctx, siteId, orderId));
      if (!order || order.email === null) return;
      const { email, locale } = order;
      const isSent = await mailCodes(deps, siteId, { orderId }, { to: email, locale });
      if (isSent) await recordSentMail(deps, { siteId, orderId }, "GIFT_CARDS", ctx.now.toISOString());
    },
);

/** Undefined: the order is not paid, or was refunded as a whole. */
async function issueSoldCards(
  tx: Sql,
  ctx: WriteContext & { secrets: KeyRing },
  siteId: string,
  orderId: string,
): Promise<PaidOrder | undefined> {
  const [order] = await tx<PaidOrder & { currency: string; status: string }>`
    select email, locale, currency, status from orders where site_id = ${siteId} and id = ${orderId} for no key update`;
  if (!order || !["PAID", "FULFILLED", "PARTIALLY_REFUNDED"].includes(order.status)) return undefined;
  const lines = await tx<{ id: string; unitPrice: number; quantity: number; refunded: number }>`
    select id, unit_price as "unitPrice", quantity, refunded from order_lines
    where site_id = ${siteId} and order_id = ${orderId} and is_gift_card and unit_price > 0
    order by position`;
  const common = { currency: order.currency, expiresAt: null, note: "", adminId: null, isToBeMailed: true };
  const cards = lines.flatMap(({ id, unitPrice, quantity, refunded }) =>
    Array.from({ length: quantity - refunded }, (_, place) => ({
      ...common,
      amount: unitPrice,
      sold: { orderId, lineId: id, unit: place + 1 },
    })),
  );
  await issueCards(tx, ctx, siteId, cards);
  return order;
}
