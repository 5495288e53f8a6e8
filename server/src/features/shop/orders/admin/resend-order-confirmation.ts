import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Accepted } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, tooMany } from "../../../../lib/http/problem.ts";
import { countAttempt } from "../../../../lib/limits/attempts.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { orderBase, OrderParams } from "../order-address.ts";
import { orderNotFound } from "../order.ts";
import { readOrderHead } from "../read-order.ts";
import { sendOrderMail } from "../tasks/order-mail.ts";

const confirmationImpossible = problem("order_not_confirmable", 409, "Only a paid order with an e-mail address can be confirmed");

/** More mails about one order would annoy its buyer. */
const mailsOfOrder = { max: 5, windowSeconds: 60 * 60 };

/** Sends the confirmation of an order once more. */
export const resendOrderConfirmation = operation(
  {
    id: "resendOrderConfirmation",
    method: "POST",
    path: `${orderBase}/resend-confirmation`,
    access: "member",
    permission: "orders:write",
    cors: "closed",
    problems: [orderNotFound, confirmationImpossible],
    tags: ["Orders"],
    summary: "Send the confirmation of an order again",
    description: `The buyer gets the mail that confirms the payment, at most ${mailsOfOrder.max} times in an hour.`,
    params: OrderParams,
    response: { 202: Accepted },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const { id, number, status, email } = await readOrderHead(sql, site.id, params.id);
      if (email === null || (status !== "PAID" && status !== "FULFILLED")) throw new ProblemError(confirmationImpossible);
      const ctx = { now: clock.now(), ids };
      const counted = await countAttempt(sql, site.id, `confirmations of ${id}`, mailsOfOrder, ctx.now);
      if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
      await sql.begin(async (tx) => {
        await addToOutbox(tx, ctx, sendOrderMail, { siteId: site.id, orderId: id, resent: ctx.now.toISOString() });
        const target = { type: "order", id, label: String(number) };
        await recordChange(tx, ctx, { actor: actorOf(request), action: "resendOrderConfirmation", siteId: site.id, target });
      });
      return { data: { accepted: true as const } };
    },
);
