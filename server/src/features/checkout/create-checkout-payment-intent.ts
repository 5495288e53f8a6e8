import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { Single, Uuid } from "../../lib/envelope.ts";
import type { App } from "../../lib/operation.ts";
import { paymentSetups } from "../payments/index.ts";
import { checkOut } from "./check-out.ts";
import { CheckoutBody, checkoutProblems } from "./checkout.ts";

const CheckoutIntent = Type.Object(
  {
    orderId: Uuid,
    clientSecret: Type.String({ description: "For the processor's form on the page: one payer's, never to be stored or logged." }),
  },
  { additionalProperties: false },
);

/** Orders items, to be paid with the processor's form on the shop's own page. */
export function createCheckoutPaymentIntent(app: App, deps: Deps): void {
  const setupOf = paymentSetups(deps);
  app.post(
    "/checkout/payment-intent",
    {
      schema: {
        operationId: "createCheckoutPaymentIntent",
        tags: ["Checkout"],
        summary: "Order, and pay on the own page",
        description:
          "As `createCheckoutSession`, with a secret for the processor's form in the place of a page. May carry an `Idempotency-Key`.",
        body: CheckoutBody,
        response: { 201: Single(CheckoutIntent) },
      },
      config: { access: "keyMaybeToken", cors: "site", problems: checkoutProblems },
    },
    async (request, reply) => {
      const { orderId, handover } = await checkOut(deps, await setupOf(request.site), request, reply, null);
      return reply.code(201).send({ data: { orderId, clientSecret: handover } });
    },
  );
}
