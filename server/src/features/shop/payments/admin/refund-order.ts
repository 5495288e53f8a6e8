import { Type, type Static } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { answerOnceTo, idempotencyProblems } from "../../../../lib/http/idempotency.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { digestId } from "../../../../lib/text/digest-id.ts";
import { LineQuantity, orderBase, OrderDetails, OrderParams, readOrder, readOrderHead } from "../../orders/index.ts";
import { refundOrder as refund } from "../end-order.ts";
import {
  giftCardUsed,
  orderEndProblems,
  orderNotPaid,
  refundTooLarge,
  refundUnderWay,
  refusalOf,
  throughProcessor,
} from "../order-problems.ts";

const idempotencyKeyMissing = problem("idempotency_key_missing", 400, "The request needs an Idempotency-Key");

const Body = Type.Object(
  {
    amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999, description: "Minor units. Instead of `lines`." })),
    lines: Type.Optional(Type.Array(LineQuantity, { minItems: 1, maxItems: 100, description: "Instead of `amount`." })),
    restock: Type.Optional(
      Type.Boolean({ description: "With `lines`: the units go back to stock, if they were taken from it.", default: false }),
    ),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "For the shop's people. The buyer does not see it." })),
  },
  { additionalProperties: false },
);

/** Refunds an amount of an order, or units of its lines, to gift cards and through the processor. */
export const refundOrder = operation(
  {
    id: "refundOrder",
    method: "POST",
    path: `${orderBase}/refund`,
    access: "member",
    permission: "orders:refund",
    cors: "closed",
    problems: [
      ...orderEndProblems,
      ...idempotencyProblems,
      idempotencyKeyMissing,
      orderNotPaid,
      refundTooLarge,
      refundUnderWay,
      giftCardUsed,
      validationFailed,
    ],
    tags: ["Orders"],
    summary: "Refund an order",
    description:
      "What gift cards have paid goes back to them first, the rest through the payment processor. By `amount`, or by `lines`: then the amount is the price of the units with their share of the tax, and the last units of an order bring its shipping " +
      "back. Never more is refunded than was paid, and the same `Idempotency-Key` never refunds twice. If the payment processor does not answer, the refund is " +
      "`PENDING`, and the server asks until it knows the result.",
    params: OrderParams,
    requestHeaders: Type.Object({
      "idempotency-key": Type.Optional(
        Type.String({ minLength: 1, maxLength: 255, description: "One for each intention to refund. Required." }),
      ),
    }),
    body: Body,
    response: { 200: Single(OrderDetails) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor" | "processorLimiter">) => async (request, reply) => {
    const { site, params, body, headers, admin } = request;
    const key = headers["idempotency-key"];
    if (typeof key !== "string") {
      throw new ProblemError(idempotencyKeyMissing, { detail: "Send a text that is new for each intention to refund in Idempotency-Key." });
    }
    const wanted = requestOf(body);
    const { id, number, payment, currency } = await readOrderHead(deps.sql, site.id, params.id);
    const content = [id, body];
    await answerOnceTo(deps, request, reply, { sender: [admin.id], content }, async () => {
      const refundKey = digestId(JSON.stringify(["refundOrder", admin.id, key]));
      const by = { actor: actorOf(request), action: "refundOrder" };
      const { refused, status } = await throughProcessor({ amount: wanted.amount ?? payment.amount, currency }, () =>
        deps.processorLimiter.run(site.id, () => refund(deps, site.id, number, { ...wanted, key: refundKey, by })),
      );
      if (refused) throw refusalOf(refused, status);
      return {};
    });
    return { data: await readOrder(deps.sql, site.id, id) };
  },
);

function requestOf({ amount, lines, restock = false, reason }: Static<typeof Body>) {
  if ((amount === undefined) === (lines === undefined)) throw invalidMember("/amount", "required", "or lines must be there, and not both");
  if (restock && lines === undefined) throw invalidMember("/restock", "forbidden", "needs lines: an amount says nothing about units");
  const common = reason === undefined ? {} : { reason };
  if (lines === undefined) return { ...common, amount: amount ?? null };
  return { ...common, amount: null, lines: lines.map(({ id, quantity }) => ({ id: id.toLowerCase(), quantity })), restock };
}
