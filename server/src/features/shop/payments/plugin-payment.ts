import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { answerOnce, idempotencyProblems } from "../../../lib/http/idempotency.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { PaymentRequest } from "../../../ports/processor.ts";
import { amountOutOfRange, openingProblems, openPayment } from "./open-payment.ts";
import { currencyOf, paymentsNotConfigured, readPaymentRequest } from "./payment.ts";
import type { PaymentSettings, PaymentSetup } from "./payment-settings.ts";
import { storePayment } from "./store-payment.ts";

export const pluginPaymentProblems = [paymentsNotConfigured, ...openingProblems, ...idempotencyProblems];

type PluginRequest = Pick<FastifyRequest, "headers" | "site" | "apiKeyId" | "customer" | "routeOptions"> & {
  body: { amount: number; currency?: string; description?: string; metadata?: Record<string, string> };
};

/** Opens a payment whose amount the caller sets, and returns the data that the payer needs. Throws a problem. */
export async function takePluginPayment<Answer extends object>(
  deps: Deps,
  setup: PaymentSetup,
  request: PluginRequest,
  reply: FastifyReply,
  {
    page,
    answer,
  }: {
    page: (about: { amount: number; description: string | null; site: { name: string } }) => PaymentRequest["page"];
    answer: (payment: { paymentId: string; handover: string; currency: string; settings: PaymentSettings }) => Answer;
  },
): Promise<Answer> {
  const { site, body } = request;
  if (setup === "off" || setup === "incomplete") throw new ProblemError(paymentsNotConfigured);
  const { amount, metadata = {} } = body;
  // The processor accepts a text or none: an empty one would mean to remove it.
  const description = body.description?.trim() ? body.description : null;
  if (amount < setup.minAmount || amount > setup.maxAmount) {
    throw new ProblemError(amountOutOfRange, { detail: `The site takes ${setup.minAmount} to ${setup.maxAmount}.` });
  }
  const currency = currencyOf(body.currency ?? setup.currency);
  return deps.processorLimiter.run(site.id, () =>
    answerOnce(deps, request, reply, async (attempt) => {
      const begun = attempt.begunPaymentId && (await readPaymentRequest(deps.sql, site.id, attempt.begunPaymentId));
      const payment: PaymentRequest = begun || {
        reference: deps.ids.secret(),
        amount,
        currency,
        description,
        metadata,
        email: null,
        page: page({ amount, description, site }),
      };
      if (!begun) {
        await deps.sql.begin(async (tx) => {
          await storePayment(tx, { now: deps.clock.now(), ids: deps.ids }, site.id, payment, null);
          await attempt.remember(tx, payment.reference);
        });
      }
      const handover = await openPayment(deps, site.id, setup.secretKey, payment);
      return answer({ paymentId: payment.reference, handover, currency: payment.currency, settings: setup });
    }),
  );
}
