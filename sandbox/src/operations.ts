import { findDispute } from "./disputes.ts";
import { createEndpoint, deleteEndpoint, findEvent, listEndpoints, listEvents } from "./events.ts";
import type { Json } from "./errors.ts";
import type { Form } from "./form.ts";
import { cancelIntent, confirmIntent, createIntent, findIntent } from "./intents.ts";
import { fields, readForm } from "./params.ts";
import { createRefund, findCharge, findRefund, listRefunds } from "./refunds.ts";
import { createSession, expireSession, findSession } from "./sessions.ts";
import { intentShape, sessionShape } from "./shapes.ts";
import type { World } from "./world.ts";

export interface Operation {
  name: string;
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  run(world: World, account: string, form: Form, id: string): Json;
}

/** The operations of the API. A publishable key may only confirm, and does so without an account. */
export const operations: readonly Operation[] = [
  post("checkout.sessions.create", "checkout/sessions", (world, account, form) => createSession(world, account, form)),
  get("checkout.sessions.retrieve", "checkout/sessions/*", (world, account, id) =>
    sessionShape(findSession(world, id, account), world.url),
  ),
  post("checkout.sessions.expire", "checkout/sessions/*/expire", (world, account, form, id) => {
    nothing(form);
    return expireSession(world, account, id);
  }),
  post("payment_intents.create", "payment_intents", (world, account, form) => createIntent(world, account, form)),
  get("payment_intents.retrieve", "payment_intents/*", (world, account, id) => intentShape(findIntent(world, id, account), world.url)),
  post("payment_intents.cancel", "payment_intents/*/cancel", (world, account, form, id) => cancelIntent(world, account, id, form)),
  post("payment_intents.confirm", "payment_intents/*/confirm", (world, account, form, id) =>
    confirmIntent(world, account === "" ? undefined : account, id, form),
  ),
  post("refunds.create", "refunds", (world, account, form) => createRefund(world, account, form)),
  { name: "refunds.list", method: "GET", path: pathOf("refunds"), run: (world, account, form) => listRefunds(world, account, form) },
  get("refunds.retrieve", "refunds/*", findRefund),
  get("charges.retrieve", "charges/*", findCharge),
  get("disputes.retrieve", "disputes/*", findDispute),
  { name: "events.list", method: "GET", path: pathOf("events"), run: (world, account, form) => listEvents(world, account, form) },
  get("events.retrieve", "events/*", findEvent),
  post("webhook_endpoints.create", "webhook_endpoints", (world, account, form) => createEndpoint(world, account, form)),
  {
    name: "webhook_endpoints.list",
    method: "GET",
    path: pathOf("webhook_endpoints"),
    run: (world, account, form) => listEndpoints(world, account, form),
  },
  {
    name: "webhook_endpoints.delete",
    method: "DELETE",
    path: pathOf("webhook_endpoints/*"),
    run: (world, account, _form, id) => deleteEndpoint(world, account, id),
  },
];

const nothing = (form: Form) => readForm(fields({}), form);

function get(name: string, path: string, find: (world: World, account: string, id: string) => Json): Operation {
  const run: Operation["run"] = (world, account, form, id) => {
    nothing(form);
    return find(world, account, id);
  };
  return { name, method: "GET", path: pathOf(path), run };
}

function post(name: string, path: string, run: Operation["run"]): Operation {
  return { name, method: "POST", path: pathOf(path), run };
}

function pathOf(path: string): RegExp {
  return new RegExp(`^/v1/${path.replace("*", "([^/]+)")}$`);
}
