import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import type { ProcessorIds } from "../../../../ports/processor.ts";
import { openingProblems } from "../open-payment.ts";
import { throughProcessor } from "../order-problems.ts";
import { paymentNotFound, paymentsNotConfigured } from "../payment.ts";
import { readSecretKey } from "../payment-settings.ts";
import { PaymentParams, paymentsBase, readSitePayment, SitePayment } from "../site-payment.ts";
import { syncPayment } from "../sync-payment.ts";

/** Asks the processor for the status of a payment now, instead of waiting for its event. */
export const checkPayment = operation(
  {
    id: "checkPayment",
    method: "POST",
    path: `${paymentsBase}/{id}/check`,
    access: "member",
    permission: "orders:write",
    cors: "closed",
    problems: [paymentNotFound, paymentsNotConfigured, ...openingProblems],
    tags: ["Orders"],
    summary: "Ask the payment processor about a payment",
    description: "Reads the payment's status at the payment processor now, and stores it. Useful if an event may have been lost.",
    params: PaymentParams,
    response: { 200: Single(SitePayment) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "processor" | "processorLimiter">) => async (request) => {
    const { site, params } = request;
    const payment = await readSitePayment(deps.sql, site.id, params.id);
    const secretKey = await readSecretKey(deps, site.id);
    if (secretKey === undefined) throw new ProblemError(paymentsNotConfigured);
    const [ids] = await deps.sql<ProcessorIds>`
        select processor_session_id as "sessionId", processor_intent_id as "intentId" from payments
        where site_id = ${site.id} and id = ${payment.id}`;
    // A payment without these was never opened: the processor knows nothing of it.
    if (ids && (ids.sessionId !== null || ids.intentId !== null)) {
      const by = { actor: actorOf(request), action: "checkPayment" };
      await throughProcessor(payment, () =>
        deps.processorLimiter.run(site.id, () => syncPayment(deps, site.id, payment.id, () => deps.processor.read(secretKey, ids), { by })),
      );
    }
    return { data: await readSitePayment(deps.sql, site.id, payment.id) };
  },
);
