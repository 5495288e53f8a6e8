import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Nullable, Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { paymentSetups } from "../../payments/index.ts";
import { checkOut } from "../check-out.ts";
import { CheckoutBody, checkoutProblems, OrderNumber } from "../checkout.ts";

const CheckoutIntent = Type.Object(
  {
    orderId: Uuid,
    number: OrderNumber,
    clientSecret: Nullable(
      Type.String({
        description:
          "For the processor's form on the page: one payer's, never to be stored or logged. Null: the order costs nothing, and is paid.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Orders items, to be paid with the processor's form on the shop's own page. */
export const createCheckoutPaymentIntent = operation(
  {
    id: "createCheckoutPaymentIntent",
    method: "POST",
    path: "/api/v1/shop/checkout/payment-intent",
    access: "keyMaybeToken",
    cors: "site",
    problems: checkoutProblems,
    tags: ["Checkout"],
    summary: "Order, and pay on the own page",
    description:
      "As `createCheckoutSession`, with a secret for the processor's form in the place of a page. May carry an `Idempotency-Key`.",
    body: CheckoutBody,
    response: { 201: Single(CheckoutIntent) },
  },
  (deps: Deps) => {
    const setupOf = paymentSetups(deps);

    return async (request, reply) => {
      const { orderId, number, handover } = await checkOut(deps, await setupOf(request.site), request, reply, null);
      return { data: { orderId, number, clientSecret: handover } };
    };
  },
);
