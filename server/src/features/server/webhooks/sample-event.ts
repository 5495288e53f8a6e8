import type { TSchema } from "typebox";
import type { Ids } from "../../../ports/ids.ts";
import { webhookBodies, type WebhookEventType } from "./event-types.ts";

interface Shape {
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  type?: string;
  format?: string;
  examples?: readonly unknown[];
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
}

/** Made-up data of an event, without what only endpoints with `includePersonal` get. */
export function sampleData(type: WebhookEventType, ids: Ids): Record<string, unknown> {
  const schema = webhookBodies.find((each) => each.type === type)?.schema as TSchema | undefined;
  const {
    contentVersion: _content,
    catalogVersion: _catalog,
    url: _url,
    ...data
  } = sampleOf((schema as Shape).properties?.["data"] ?? {}, ids) as Record<string, unknown>;
  return data;
}

function sampleOf(schema: Shape, ids: Ids): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.format === "uuid") return ids.next();
  const [example] = schema.examples ?? schema.enum ?? [];
  if (example !== undefined) return example;
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, ids);
  if (schema.properties) {
    const required = new Set(schema.required);
    const members = Object.entries(schema.properties).filter(([name]) => required.has(name));
    return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(member, ids)]));
  }
  if (schema.type === "array") return schema.items ? [sampleOf(schema.items, ids)] : [];
  return schema.type === "integer" ? 1 : "sample";
}
