import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { paymentBody } from "../payment.ts";
import { paymentSetups } from "../payment-settings.ts";
import { pluginPaymentProblems, takePluginPayment } from "../plugin-payment.ts";

const Created = Type.Object(
  {
    paymentId: Uuid,
    clientSecret: Type.String({ description: "For the processor's form on the page: one payer's, never to be stored or logged." }),
    publishableKey: Type.String(),
    currency: Type.String({ examples: ["eur"] }),
  },
  { additionalProperties: false },
);

/** A payment of any amount, paid with the processor's form on the caller's own page. */
export const createPaymentIntent = operation(
  {
    id: "createPaymentIntent",
    method: "POST",
    path: "/api/public/v1/plugins/svc.payments/payment-intents",
    access: "key",
    cors: "site",
    problems: pluginPaymentProblems,
    tags: ["Payments"],
    summary: "Take a payment on the own page",
    description: "A payment without an order, such as a donation or a bill. Accepts an `Idempotency-Key`.",
    body: Type.Object(paymentBody),
    response: { 201: Single(Created) },
  },
  (deps: Deps) => {
    const setupOf = paymentSetups(deps);

    return async (request, reply) => {
      const data = await takePluginPayment(deps, await setupOf(request.site), request, reply, {
        page: () => null,
        answer: ({ paymentId, handover, currency, settings }) => ({
          paymentId,
          clientSecret: handover,
          publishableKey: settings.publishableKey,
          currency,
        }),
      });
      return { data };
    };
  },
);
