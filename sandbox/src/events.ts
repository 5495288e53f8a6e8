import { missing, type Json } from "./errors.ts";
import type { Form } from "./form.ts";
import { newId } from "./ids.ts";
import type { Endpoint } from "./ledger.ts";
import { listOf, pageParams } from "./lists.ts";
import { fields, list, metadata, optional, readForm, required, text, webUrl } from "./params.ts";
import { endpointShape } from "./shapes.ts";
import type { World } from "./world.ts";

const eventsParams = fields({ ...pageParams, type: optional(text(200)) });
const endpointsParams = fields(pageParams);
const endpointParams = fields({
  url: required(webUrl),
  enabled_events: required(list(text(200), 300)),
  description: optional(text(5_000)),
  metadata,
});

export function listEvents(world: World, account: string, form: Form): Json {
  const { type, ...page } = readForm(eventsParams, form);
  const matchingEvents = [...world.ledger.events.values()].filter(
    (event) => event.account === account && (type === null || event.type === type),
  );
  return listOf("/v1/events", matchingEvents, page, ({ payload }) => JSON.parse(payload) as Json);
}

export function findEvent(world: World, account: string, id: string): Json {
  const event = world.ledger.events.get(id);
  if (event?.account !== account) throw missing("event", id, "id");
  return JSON.parse(event.payload) as Json;
}

export function createEndpoint(world: World, account: string, form: Form): Json {
  const { url, enabled_events: enabledEvents, description, metadata } = readForm(endpointParams, form);
  const secret = newId("whsec", 32);
  const endpoint = { id: newId("we"), account, created: world.now(), url, secret, enabledEvents, description, metadata, deleted: false };
  world.ledger.keep("endpoint", endpoint);
  return endpointShape(endpoint, true);
}

export function listEndpoints(world: World, account: string, form: Form): Json {
  const page = readForm(endpointsParams, form);
  return listOf("/v1/webhook_endpoints", endpointsOfAccount(world, account), page, (endpoint) => endpointShape(endpoint, false));
}

export function deleteEndpoint(world: World, account: string, id: string): Json {
  const endpoint = world.ledger.endpoints.get(id);
  if (endpoint?.account !== account || endpoint.deleted) throw missing("webhook endpoint", id, "id");
  world.ledger.keep("endpoint", { ...endpoint, deleted: true });
  return { id, object: "webhook_endpoint", deleted: true };
}

export function endpointsOfAccount(world: World, account: string): Endpoint[] {
  return [...world.ledger.endpoints.values()].filter((endpoint) => endpoint.account === account && !endpoint.deleted);
}
