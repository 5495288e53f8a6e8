import { Type } from "typebox";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../../../../deps.ts";
import { canonicalEmail } from "../../../../lib/text/email-address.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { parseJsonBody } from "../../../../lib/http/json-body.ts";
import { operation } from "../../../../lib/http/operation.ts";
import {
  bodyTooLarge,
  invalidJson,
  problem,
  ProblemError,
  siteNotFound,
  type Problem,
  unsupportedMediaType,
} from "../../../../lib/http/problem.ts";
import type { Site } from "../../../../lib/site.ts";
import { isSiteSlug } from "../../../../lib/text/slug.ts";
import type { PaymentIncident, PaymentUpdate, ProcessorEvent } from "../../../../ports/processor.ts";
import { applyIncident } from "../apply-incident.ts";
import { isFirstEvent } from "../first-event.ts";
import { paymentsNotConfigured } from "../payment.ts";
import { isPaid } from "../payment-status.ts";
import { paymentSetups } from "../payment-settings.ts";
import { lockPaymentOf, settlePayment, type LockedPayment } from "../settle.ts";
import { awaitPayment } from "../tasks/early-incident.ts";

export const signatureInvalid = problem("signature_invalid", 400, "The signature is missing or invalid");

const maxBodyBytes = 1024 * 1024;
const clocksDifferMs = 5 * 60_000;

const Received = Type.Object(
  {
    handled: Type.Boolean({ description: "False: it means nothing here, or is about nothing of this site." }),
    eventId: Type.String(),
    eventType: Type.String(),
  },
  { additionalProperties: false },
);

/** Receives the processor's events about payments. */
export const receiveProcessorEvent = operation(
  {
    id: "receiveProcessorEvent",
    method: "POST",
    path: "/api/public/v1/webhooks/svc.payments/{siteSlug}",
    access: "none",
    cors: "closed",
    // The last applies only to an invalid content type.
    problems: [siteNotFound, paymentsNotConfigured, signatureInvalid, invalidJson, bodyTooLarge, unsupportedMediaType],
    tags: ["Payments"],
    summary: "Receive an event of the payment processor",
    description:
      "Only for the processor. The header `processor-signature`, or `stripe-signature`, has the form `t=<unix seconds>,v1=<hex>`: an " +
      "HMAC-SHA256 of `<t>.<body>` under the site's webhook secret, no more than 300 seconds old. An event takes effect once.",
    params: Type.Object({ siteSlug: Type.String() }),
    response: { 200: Single(Received) },
    // As raw bytes: another spelling of the same JSON has another signature.
    takes: "bytes",
    maxBodyBytes,
  },
  (deps: Deps) => {
    const setupOf = paymentSetups(deps);
    // A busy processor must not be throttled: only requests that cannot be genuine count, per client address.
    const refuse = (request: FastifyRequest, problem: Problem, detail?: string): never => {
      request.countFailure();
      throw new ProblemError(problem, detail === undefined ? {} : { detail });
    };
    // All checks that need no body, before a byte of it is read: anybody may send one, of a mebibyte.
    const expectEvent = async (request: FastifyRequest): Promise<void> => {
      const { siteSlug } = request.params as { siteSlug: string };
      const site = isSiteSlug(siteSlug) ? await deps.sites.findSiteBySlug(siteSlug) : undefined;
      const setup = site && !site.suspended ? await setupOf(site) : "off";
      if (!site || setup === "off") return refuse(request, siteNotFound, "Site not found, or it accepts no payments.");
      request.raw.site = site;
      if (setup === "incomplete") throw new ProblemError(paymentsNotConfigured);
      if (!deps.processor.mayBeEvent(request.headers, deps.clock.now())) refuse(request, signatureInvalid);
    };
    const answer = async (request: FastifyRequest) => {
      const { site } = request;
      const setup = await setupOf(site);
      const secrets = typeof setup === "string" ? [] : setup.webhookSecrets;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      // The site pays for reading what is signed: anybody may send the rest.
      const parseJson = (signed: Uint8Array) => request.spend(() => parseJsonBody(signed));
      const event = deps.processor.readEvent(request.headers, body, { secrets, now: deps.clock.now(), parseJson });
      if (event === "unsigned") return refuse(request, signatureInvalid);
      if (event === "unreadable") throw new ProblemError(invalidJson, { detail: "The body is not an event. Send an `id` and a `type`." });
      return { data: { handled: await handleEvent(deps, site, event), eventId: event.id, eventType: event.type } };
    };
    return { before: expectEvent, answer };
  },
);

/** Whether the event took effect, now or earlier. */
async function handleEvent(deps: Deps, site: Site, event: ProcessorEvent): Promise<boolean> {
  const { sql, clock, ids, log } = deps;
  const { update, incident } = event;
  if (incident) return handleIncident(deps, site, event.type, incident);
  if (!update) return false;
  const now = clock.now();
  return sql.begin(async (tx) => {
    const payment = await lockPaymentOf(tx, site.id, update.of);
    // Not stored, so that a redelivery takes effect if the payment exists by then.
    if (!payment) return false;
    if (payment === "conflicting" || isOtherThan(payment, update)) {
      log.error(
        { siteId: site.id, eventId: event.id, eventType: event.type },
        "ALARM: an event does not go with the payment that it names",
      );
      return false;
    }
    if (!(await isFirstEvent(tx, { now, ids }, site.id, { id: event.id, type: event.type, paymentId: payment.id }))) return true;
    const { of, status, isOver, refunded, createdMs, addresses } = update;
    // Not in the future, beyond the difference of clocks: otherwise no later event would count.
    const at = new Date(Math.min(createdMs ?? now.getTime(), now.getTime() + clocksDifferMs));
    const email = update.email === null ? null : (canonicalEmail(update.email) ?? null);
    await settlePayment(tx, { now, ids }, site.id, payment, { ...of, status, at, isOver, refunded, email, addresses });
    return true;
  });
}

/** The same for a dispute or a failed refund. One about an unknown payment is stored for a while: the event that makes the payment known may come later. */
async function handleIncident({ sql, clock, ids }: Deps, site: Site, type: string, incident: PaymentIncident): Promise<boolean> {
  const ctx = { now: clock.now(), ids };
  return sql.begin(async (tx) => {
    const isApplied = await applyIncident(tx, ctx, site.id, type, incident);
    if (!isApplied) await awaitPayment(tx, ctx, site.id, type, incident);
    return isApplied;
  });
}

/** Whether the amount or currency differs from the requested one. An event of a successful payment must name both. */
function isOtherThan({ amount, currency }: LockedPayment, update: PaymentUpdate): boolean {
  const isUnsaid = update.amount === null || update.currency === null;
  if (isUnsaid && isPaid(update.status)) return true;
  return (update.amount !== null && update.amount !== amount) || (update.currency !== null && update.currency.toLowerCase() !== currency);
}
