import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { checkReturnUrls, ReturnUrl, urlNotAllowed } from "../../../../lib/http/return-url.ts";
import { paymentBody } from "../payment.ts";
import { paymentSetups } from "../payment-settings.ts";
import { pluginPaymentProblems, takePluginPayment } from "../plugin-payment.ts";

const Created = Type.Object(
  {
    paymentId: Uuid,
    checkoutUrl: Type.String({ description: "The processor's page, to send the payer to." }),
    currency: Type.String({ examples: ["eur"] }),
  },
  { additionalProperties: false },
);

/** A payment of any amount, paid on the processor's page. */
export const createPaymentCheckoutSession = operation(
  {
    id: "createPaymentCheckoutSession",
    method: "POST",
    path: "/api/public/v1/plugins/svc.payments/checkout-sessions",
    access: "key",
    cors: "site",
    problems: [urlNotAllowed, ...pluginPaymentProblems],
    tags: ["Payments"],
    summary: "Take a payment on the processor's page",
    description: "A payment without an order, such as a donation or a bill. Accepts an `Idempotency-Key`.",
    body: Type.Object({
      ...paymentBody,
      successUrl: ReturnUrl,
      cancelUrl: ReturnUrl,
      productName: Type.Optional(
        Type.String({ minLength: 1, maxLength: 250, pattern: "\\S", description: "Shown on that page; the site's name when absent." }),
      ),
    }),
    response: { 201: Single(Created) },
  },
  (deps: Deps) => {
    const setupOf = paymentSetups(deps);

    return async (request, reply) => {
      const { successUrl, cancelUrl, productName } = request.body;
      checkReturnUrls({ successUrl, cancelUrl }, request.site, request.headers.origin);
      const data = await takePluginPayment(deps, await setupOf(request.site), request, reply, {
        page: ({ amount, description, site }) => ({
          lines: [{ name: productName ?? site.name, description, quantity: 1, unitAmount: amount }],
          successUrl,
          cancelUrl,
          expiresAt: null,
        }),
        answer: ({ paymentId, handover, currency }) => ({ paymentId, checkoutUrl: handover, currency }),
      });
      return { data };
    };
  },
);
