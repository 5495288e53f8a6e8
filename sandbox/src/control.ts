import type { IncomingMessage } from "node:http";
import { errors, type Behaviour, type Fault } from "./behaviour.ts";
import { closeDispute, openDispute } from "./disputes.ts";
import { badParameter, missing, type Json } from "./errors.ts";
import { json, readBody, type Answer } from "./http.ts";
import type { Charge } from "./ledger.ts";
import { billOf, pay, takeStep, type Bill } from "./payer.ts";
import { settle } from "./payments.ts";
import { addressFor } from "./postal-address.ts";
import { failRefund } from "./refunds.ts";
import { expireWhatIsDue, findSession } from "./sessions.ts";
import { disputeShape, refundShape } from "./shapes.ts";
import type { Webhooks } from "./webhooks.ts";
import type { World } from "./world.ts";

export interface Controlled {
  world: World;
  behaviour: Behaviour;
  webhooks: Webhooks;
}

/** The controls for tests and the bench, under /sandbox/. */
export async function answerControl(parts: Controlled, request: IncomingMessage, path: string): Promise<Answer> {
  const name = `${request.method} ${path.slice("/sandbox/".length)}`;
  if (path === "/sandbox/redirected") count(parts.world, "redirected");
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return json(404, { error: { message: "Control not found." } });
  const answer = await action(parts, request.method === "POST" ? await readJson(request) : {});
  await parts.world.ledger.written();
  return json(200, answer);
}

type Action = (parts: Controlled, body: Json) => Json | Json[] | Promise<Json | Json[]>;

const actions: Record<string, Action> = {
  "POST behaviour": ({ behaviour }, body) => {
    const error = String(body.fault);
    if (!(errors as readonly string[]).includes(error)) throw badParameter(`There is no fault ${error}.`, "fault");
    behaviour.set(text(body, "operation") ?? "*", error as Fault, number(body, "delayMs"), number(body, "times"));
    return {};
  },
  "POST webhooks": ({ webhooks }, body) => {
    const mode = text(body, "mode") ?? webhooks.mode.mode;
    if (mode !== "send" && mode !== "hold" && mode !== "drop") throw badParameter(`There is no mode ${mode}.`, "mode");
    webhooks.setMode({
      mode,
      duplicates: number(body, "duplicates") ?? 0,
      shuffle: body.shuffle === true,
      dropShare: number(body, "dropShare") ?? 0,
      firstRetryMs: number(body, "firstRetryMs") ?? 1_000,
    });
    return { ...webhooks.mode };
  },
  "GET events": ({ world: { ledger } }) =>
    [...ledger.events.values()].map(({ id, account, type, created, payload }) => {
      const { state, targets } = ledger.dispatches.get(id) ?? {};
      return { id, account, type, created, payload, state, targets };
    }),
  "POST deliver": async ({ webhooks }, body) => {
    if (!Array.isArray(body.eventIds)) throw badParameter("eventIds is missing.", "eventIds");
    return (await webhooks.deliver(body.eventIds.map(String))).map((answer) => ({ ...answer }));
  },
  "POST settled": async ({ webhooks }, body) => ({ settled: await webhooks.settled(number(body, "timeoutMs") ?? 10_000) }),
  "GET ledger": ({ world }) => {
    expireWhatIsDue(world);
    return ledgerOf(world);
  },
  "POST pay": ({ world }, body) => {
    const bill = billFrom(world, body);
    const step = text(body, "step");
    if (step !== undefined && step !== "approve" && step !== "refuse") throw badParameter("A step is approve or refuse.", "step");
    if (step === undefined) {
      const address = bill.session ? addressFor(bill.session.shippingCountries, body.address) : null;
      pay(world, bill, text(body, "card") ?? "succeeds", {
        email: text(body, "email") ?? null,
        address,
        bankSeconds: number(body, "bankSeconds"),
      });
    } else takeStep(world, bill, step === "approve");
    return stateOf(bill);
  },
  "POST later": ({ world }, body) => {
    const outcome = text(body, "outcome");
    if (outcome !== "succeeds" && outcome !== "fails") throw badParameter("The outcome is succeeds or fails.", "outcome");
    const session = text(body, "session");
    const id = session === undefined ? (text(body, "intent") ?? "") : (findSession(world, session).intent ?? "");
    const intent = world.ledger.intents.get(id);
    if (intent?.status !== "processing") throw missing("processing payment_intent", id, "intent");
    settle(world, intent, outcome === "succeeds");
    return stateOf({ intent, session: world.ledger.sessions.get(intent.session ?? "") });
  },
  "POST dispute": ({ world }, body) => {
    const outcome = text(body, "outcome");
    if (outcome !== undefined && outcome !== "won" && outcome !== "lost") throw badParameter("The outcome is won or lost.", "outcome");
    const charge = chargeOf(world, body);
    return disputeShape(outcome === undefined ? openDispute(world, charge, number(body, "amount")) : closeDispute(world, charge, outcome));
  },
  "POST fail-refund": ({ world }, body) => refundShape(failRefund(world, text(body, "refund") ?? "")),
};

/** The charge of a payment that succeeded. */
function chargeOf(world: World, body: Json): Charge {
  const { ledger } = world;
  const { intent } = billFrom(world, body);
  const charge = ledger.charges.get(intent?.charge ?? "");
  if (!charge) throw missing("charge", intent?.id ?? "", "intent");
  return charge;
}

function count(world: World, name: string): void {
  const { calls } = world.ledger;
  calls[name] = (calls[name] ?? 0) + 1;
}

function billFrom(world: World, body: Json): Bill {
  const session = text(body, "session");
  return billOf(world, session === undefined ? { clientSecret: text(body, "clientSecret") ?? "" } : { session });
}

function stateOf({ session, intent }: Bill): Json {
  return {
    session: session?.id ?? null,
    sessionStatus: session?.status ?? null,
    paymentStatus: session ? (session.paid ? "paid" : "unpaid") : null,
    intent: intent?.id ?? null,
    intentStatus: intent?.status ?? null,
    error: intent?.error?.code ?? null,
  };
}

function ledgerOf({ ledger }: World): Json {
  const { sessions, intents, charges, refunds, disputes, calls } = ledger;
  return {
    sessions: Array.from(
      sessions.values(),
      ({ id, account, amount, currency, status, paid, metadata, reference, intent, created, expiresAt }) => ({
        id,
        account,
        amount,
        currency,
        status,
        paymentStatus: paid ? "paid" : "unpaid",
        metadata,
        reference,
        intent,
        created,
        expiresAt,
      }),
    ),
    intents: Array.from(intents.values(), ({ id, account, amount, currency, status, metadata, session, charge, created }) => ({
      id,
      account,
      amount,
      currency,
      status,
      metadata,
      reference: sessions.get(session ?? "")?.reference ?? null,
      session,
      charge,
      created,
    })),
    charges: Array.from(charges.values(), ({ id, account, amount, refunded, currency, status, metadata, intent, created }) => ({
      id,
      account,
      amount,
      amountRefunded: refunded,
      currency,
      status,
      metadata,
      intent,
      created,
    })),
    refunds: Array.from(refunds.values(), ({ id, account, amount, currency, failure, metadata, intent, charge, created }) => ({
      id,
      account,
      amount,
      currency,
      status: failure === undefined ? "succeeded" : "failed",
      metadata,
      intent,
      charge,
      created,
    })),
    disputes: Array.from(disputes.values(), ({ id, account, amount, currency, status, intent, charge, created, dueBy }) => ({
      id,
      account,
      amount,
      currency,
      status,
      intent,
      charge,
      created,
      dueBy,
    })),
    calls,
  };
}

async function readJson(request: IncomingMessage): Promise<Json> {
  // A page of another origin needs a preflight request to send this type, and the sandbox does not grant one.
  if (!request.headers["content-type"]?.startsWith("application/json")) throw badParameter("Send JSON, as application/json.");
  try {
    const body: unknown = JSON.parse((await readBody(request)) ?? "");
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Json;
  } catch {
    // Told below.
  }
  throw badParameter("The body must be a JSON object.");
}

function text(body: Json, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw badParameter(`${name} must be a string.`, name);
  return value;
}

function number(body: Json, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !(value >= 0)) throw badParameter(`${name} must be a number of at least 0.`, name);
  return value;
}
