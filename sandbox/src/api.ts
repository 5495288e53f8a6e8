import type { IncomingMessage, ServerResponse } from "node:http";
import { authenticate, publishableRefused } from "./accounts.ts";
import type { Behaviour, Fault } from "./behaviour.ts";
import { ApiError, badParameter, type Json } from "./errors.ts";
import { parseForm, type Form } from "./form.ts";
import { drip, json, readBody, send, type Answer } from "./http.ts";
import type { Idempotency } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { operations, type Operation } from "./operations.ts";
import { list, text } from "./params.ts";
import { expand } from "./shapes.ts";
import { apiVersion, type World } from "./world.ts";

interface Parts {
  world: World;
  behaviour: Behaviour;
  idempotency: Idempotency;
}

const publishableOperation = "payment_intents.confirm";

/** Responds to an API call, or carries out the fault that `behaviour` has for it. */
export async function answerApi(parts: Parts, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const requestId = newId("req", 14);
  const reply = (answer: Answer) => {
    answer.headers["request-id"] = requestId;
    answer.headers["stripe-version"] = apiVersion;
    send(response, answer);
  };
  const body = await readBody(request);
  try {
    if (body === undefined) throw badParameter("The body is too long.");
    const { account = "" } = authenticate(request.headers.authorization);
    const { operation, id } = operationAt(request.method ?? "", url.pathname);
    if (account === "" && operation.name !== publishableOperation) throw publishableRefused;
    const { calls } = parts.world.ledger;
    calls[operation.name] = (calls[operation.name] ?? 0) + 1;

    const { fault: error, delayMs } = parts.behaviour.next(operation.name);
    if (error === "reset-before") return reset(response);
    const instead = answerInstead(error, parts.world.url);
    if (instead) return reply(instead);

    const answer = await answerOnce(parts, { request, url, body, account, operation, id }, error, delayMs);
    // No client gets a response that a killed process would forget.
    await parts.world.ledger.written();
    if (error === "hang") return;
    if (error === "reset-after") return reset(response);
    if (error === "slow-body") return drip(response, answer, delayMs ?? 50);
    reply(spoil(answer, error));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reply(json(error.status, error.body));
  }
}

interface Call {
  request: IncomingMessage;
  url: URL;
  body: string;
  account: string;
  operation: Operation;
  id: string;
}

/** The stored response for this idempotency key, or the response of the operation, which is then stored under the key. */
async function answerOnce({ world, idempotency }: Parts, call: Call, error: Fault, delayMs = 1_000): Promise<Answer> {
  const key = call.operation.method === "POST" ? call.request.headers["idempotency-key"] : undefined;
  const hasKey = typeof key === "string" && key !== "";
  const first = hasKey ? idempotency.begin(call.account, key, call.operation.method, call.url.pathname, call.body) : undefined;
  const named: Record<string, string> = hasKey ? { "idempotency-key": key } : {};
  if (first) {
    const headers = { "content-type": "application/json", ...named, "idempotent-replayed": "true", ...notAgain(first.status) };
    return { status: first.status, headers, body: first.body };
  }
  let isKept = false;
  try {
    if (error === "delay") await new Promise((resolve) => setTimeout(resolve, delayMs));
    const { answer, beforehand } = run(world, call);
    const told = error === "error-after" ? serverError : answer;
    const result = json(told.status, told.body, { ...named, ...notAgain(told.status) });
    if (hasKey && !beforehand) {
      idempotency.finish(call.account, key, result.status, result.body);
      isKept = true;
    }
    return result;
  } finally {
    if (hasKey && !isKept) idempotency.release(call.account, key);
  }
}

function run(world: World, call: Call): { answer: { status: number; body: Json }; beforehand: boolean } {
  try {
    const form = parseForm(call.operation.method === "POST" ? call.body : call.url.search.slice(1));
    const paths = expansions(form);
    const object = call.operation.run(world, call.account, form, call.id);
    return { answer: { status: 200, body: expand(object, paths, world.ledger, world.url) }, beforehand: false };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { answer: { status: error.status, body: error.body }, beforehand: error.beforehand };
  }
}

function expansions(form: Form): string[] {
  const wanted = form.get("expand");
  form.delete("expand");
  return wanted === undefined ? [] : list(text(200), 20)(wanted, "expand");
}

function operationAt(method: string, path: string): { operation: Operation; id: string } {
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const match = operation.path.exec(path);
    if (match) return { operation, id: match[1] ?? "" };
  }
  throw new ApiError(
    404,
    {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    },
    true,
  );
}

const serverError = { status: 500, body: { error: { type: "api_error", message: "An unknown error occurred." } } };

function answerInstead(error: Fault, url: string): Answer | undefined {
  if (error === "error-before") return json(serverError.status, serverError.body);
  if (error === "redirect") return json(308, {}, { location: `${url}/sandbox/redirected` });
  if (error !== "rate-limit") return undefined;
  const message = "Request rate limit exceeded. Learn more about rate limits at https://docs.stripe.com/rate-limits.";
  return json(429, {
    error: { type: "invalid_request_error", code: "rate_limit", doc_url: "https://docs.stripe.com/error-codes/rate-limit", message },
  });
}

/** The genuine response, damaged in transit. */
function spoil(answer: Answer, error: Fault): Answer {
  if (error === "garbage") return { ...answer, status: 200, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
  if (error === "html")
    return {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Maintenance</title><p>We will be back soon.",
    };
  if ((error !== "no-id" && error !== "wrong-amount") || answer.status !== 200) return answer;
  const object = JSON.parse(answer.body) as Json;
  if (error === "no-id") delete object.id;
  else for (const name of ["amount", "amount_total", "amount_subtotal"]) if (typeof object[name] === "number") object[name] += 1;
  return { ...answer, body: JSON.stringify(object) };
}

/** A retry with the same key would only get the first response again. */
function notAgain(status: number): Record<string, string> {
  return status >= 500 ? { "stripe-should-retry": "false" } : {};
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}
