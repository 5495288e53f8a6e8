import type { ProofRequest } from "../kit/proof.ts";

type Json = Record<string, unknown>;

/** The way to a text in a body: names of members; `*` is an item, `name` the name of a member that may have any. */
export type Place = readonly (string | typeof item | typeof name)[];
const item = Symbol("item");
const name = Symbol("name");

/** A schema as the description of the API has it. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** Every text that a body may have, by its schema. Where a schema allows anything, a text in an object of one member. */
export function textPlaces(schema: Schema, before: Place = [], outerDefs: Record<string, Schema> = {}): Place[] {
  const defs = { ...outerDefs, ...schema.$defs };
  const inner = (part: Schema, ...more: Place) => textPlaces(part, [...before, ...more], defs);
  // A schema that refers to itself ends after one turn.
  const target = schema.$ref === undefined ? undefined : defs[schema.$ref];
  if (target) return before.length > 6 ? [] : textPlaces(target, before, defs);
  if (schema.anyOf) return distinct(schema.anyOf.flatMap((one) => inner(one)));
  if (schema.enum || schema.const !== undefined) return [];
  const open = [
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
    ...Object.values(schema.patternProperties ?? {}),
  ];
  switch (schema.type) {
    case "string":
      return [before];
    case "array":
      return schema.items ? inner(schema.items, item) : [];
    case "object":
      return [
        ...Object.entries(schema.properties ?? {}).flatMap(([member, one]) => inner(one, member)),
        ...open.flatMap((one): Place[] => [[...before, name], ...inner(one, "text")]),
      ];
    case undefined:
      return [
        [...before, "text"],
        [...before, "list", item],
      ];
    default:
      return [];
  }
}

function distinct(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [placeText(place), place])).values()];
}

/** A place as an address in JSON Pointer. */
export function placeText(place: Place): string {
  return place.map((step) => `/${step === item ? "*" : step === name ? "{name}" : step}`).join("");
}

/** The body of the request with the text at the place. What leads there is made, where the request has none. */
export function plantText({ body }: ProofRequest, place: Place, text: string): Json {
  const planted = (value: unknown, [step, ...rest]: Place): unknown => {
    if (step === undefined) return text;
    if (step === item) {
      const list = Array.isArray(value) ? (value as unknown[]) : [];
      return [planted(list[0], rest), ...list.slice(1)];
    }
    const object = typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
    if (step === name) return { ...object, [text]: Object.values(object)[0] ?? text };
    return { ...object, [step]: planted(object[step], rest) };
  };
  return planted(body ?? {}, place) as Json;
}

/** Every text in a value, names of members too. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([member, inner]) => [member, ...textsIn(inner)]);
}
