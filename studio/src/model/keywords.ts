import { isJsonObject } from "../draft/json.ts";
import { branchesOf, namesIn, objectOf, referredKind, textIn, type Schema, type Ui } from "../fields/schema.ts";
import type { Described, Targets } from "./field-kinds.ts";

/** A schema with a keyword; undefined takes it away. A keyword that is there already keeps its place, and all else is untouched. */
export function withKeyword(schema: Schema, name: string, value: unknown): Schema {
  if (Object.hasOwn(schema, name) ? schema[name] === value : value === undefined) return schema;
  if (value !== undefined)
    return Object.hasOwn(schema, name)
      ? mapped(schema, (key, member) => [key, key === name ? value : member])
      : { ...schema, [name]: value };
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));
}

function mapped(object: Schema, change: (name: string, value: unknown) => [string, unknown]): Schema {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => change(name, value)));
}

/** An object whose member has another name, at the same place. */
export const withRenamed = (object: Schema, from: string, to: string): Schema =>
  Object.hasOwn(object, from) ? mapped(object, (name, value) => [name === from ? to : name, value]) : object;

/** One of the values of a choice. */
export interface Choice {
  value: string;
  /** The words that people read instead; empty: the value as words. */
  label: string;
}

/** The values of a field that is a choice, or of the items of one that is several. */
export function choicesOf({ schema, ui }: Described): Choice[] {
  const { part, labels } = placeOf(schema, ui);
  if (Array.isArray(part.enum)) return namesIn(part.enum).map((value) => ({ value, label: textIn(labels[value]) ?? "" }));
  return branchesOf(part).map((branch) => ({ value: String(branch.const), label: textIn(branch.title) ?? "" }));
}

/** The same field with other values: as an `enum` with the labels beside it, or as alternatives where it has these. */
export function withChoices({ schema, ui }: Described, choices: readonly Choice[]): Described {
  const { part, isOfItems } = placeOf(schema, ui);
  const put = (next: Schema) => (isOfItems ? withKeyword(schema, "items", next) : next);
  const alternatives = part.oneOf === undefined ? "anyOf" : "oneOf";
  if (!Array.isArray(part.enum)) {
    const before = branchesOf(part);
    const branches = choices.map(({ value, label }) => {
      const currentBranch = before.find((branch) => branch.const === value) ?? { const: value };
      return withKeyword(currentBranch, "title", label === "" ? undefined : label);
    });
    return { schema: put(withKeyword(part, alternatives, branches)), ui };
  }
  const labels = choices.filter(({ label }) => label !== "").map(({ value, label }) => [value, label]);
  const named = labels.length === 0 ? undefined : (Object.fromEntries(labels) as Schema);
  const next = put(
    withKeyword(
      part,
      "enum",
      choices.map(({ value }) => value),
    ),
  );
  const isWithItems = isOfItems && isJsonObject(objectOf(ui.items).labels);
  const nextUi = isWithItems
    ? withKeyword(ui, "items", withKeyword(objectOf(ui.items), "labels", named))
    : withKeyword(ui, "labels", named);
  return { schema: next, ui: nextUi };
}

function placeOf(schema: Schema, ui: Ui): { part: Schema; labels: Schema; isOfItems: boolean } {
  if (!isJsonObject(schema.items)) return { part: schema, labels: objectOf(ui.labels), isOfItems: false };
  return { part: schema.items, labels: objectOf(objectOf(ui.items).labels ?? ui.labels), isOfItems: true };
}

/** The same reference to other kinds of things: one `$ref`, or alternatives. */
export function withTargets(schema: Schema, { kinds, contentTypes }: Targets): Schema {
  const refer = (kind: string): Schema => ({
    $ref: `vitrine:${kind}`,
    ...(kind === "entry" && contentTypes.length > 0 ? { "x-contentType": contentTypes } : {}),
  });
  const { $ref: _, "x-contentType": __, anyOf: ___, oneOf: ____, ...rest } = schema;
  const [first = "entry"] = kinds;
  if (kinds.length > 1) return { anyOf: kinds.map(refer), ...rest };
  // One that stays what it was keeps the order of its keywords.
  if (referredKind(schema) === first) {
    return withKeyword(schema, "x-contentType", first === "entry" && contentTypes.length > 0 ? contentTypes : undefined);
  }
  return { ...refer(first), ...rest };
}
