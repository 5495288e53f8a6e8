import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { checkReturnUrls, ReturnUrl, urlNotAllowed } from "../../../../lib/http/return-url.ts";
import { paymentSetups } from "../../payments/index.ts";
import { checkOut } from "../check-out.ts";
import { CheckoutBody, checkoutProblems, OrderNumber } from "../checkout.ts";

const CheckoutSession = Type.Object(
  {
    orderId: Uuid,
    number: OrderNumber,
    checkoutUrl: Type.String({
      description: "The processor's page, to send the customer to. If the order costs nothing, the `successUrl`.",
    }),
  },
  { additionalProperties: false },
);

/** Orders items, to be paid on the processor's page. */
export const createCheckoutSession = operation(
  {
    id: "createCheckoutSession",
    method: "POST",
    path: "/api/v1/shop/checkout/session",
    access: "keyMaybeToken",
    cors: "site",
    problems: [urlNotAllowed, ...checkoutProblems],
    tags: ["Checkout"],
    summary: "Order, and pay on the processor's page",
    description:
      "Makes a pending order, takes its items from the stock, and answers where it is paid. What is not paid in time is cancelled. " +
      "May carry an `Idempotency-Key`: repeated with the same body it gets the same answer for 24 hours.",
    body: Type.Object({ ...CheckoutBody.properties, successUrl: ReturnUrl, cancelUrl: ReturnUrl }),
    response: { 201: Single(CheckoutSession) },
  },
  (deps: Deps) => {
    const setupOf = paymentSetups(deps);

    return async (request, reply) => {
      const { successUrl, cancelUrl } = request.body;
      checkReturnUrls({ successUrl, cancelUrl }, request.site, request.headers.origin);
      const { orderId, number, handover } = await checkOut(deps, await setupOf(request.site), request, reply, { successUrl, cancelUrl });
      return { data: { orderId, number, checkoutUrl: handover ?? successUrl } };
    };
  },
);
