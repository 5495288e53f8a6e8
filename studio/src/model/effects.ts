import { equal } from "../draft/json.ts";
import { objectOf, resolve, type Schema } from "../fields/schema.ts";
import type { Definition } from "./definition.ts";
import { targetsOf } from "./field-kinds.ts";
import { fieldsOf, flat, titleOf, type FieldNode } from "./fields-of.ts";

/** A consequence of a change beside the contents that it makes invalid, which the server finds. */
type EffectCode = "removed" | "required" | "queryNew" | "queryGone" | "queryChanged" | "searchNew" | "searchGone" | "shared" | "targets";

export interface Effect {
  code: EffectCode;
  /** The field's title. */
  title: string;
  /** The field in queries: `address.city`. */
  name: string;
}

/** Lists the consequences that people and programs will notice, field by field. Pure. */
export function effectsOf(before: Definition, after: Definition, ofList: (list: string) => string): Effect[] {
  if (before.schema === after.schema) return [];
  const [was, is] = [flat(fieldsOf(before)), flat(fieldsOf(after))];
  const now = new Map(is.map((node) => [node.path, node]));
  const then = new Map(was.map((node) => [node.path, node]));
  const about = (node: FieldNode, code: EffectCode): Effect => ({ code, title: titleOf(node, ofList), name: queryName(node) });
  const gone = was.filter(({ path }) => !now.has(path));
  const removed = gone.filter(({ parent }) => !gone.some(({ path }) => path === parent.path));
  const changed = is.flatMap((node) => {
    const earlier = then.get(node.path);
    return markEffects(earlier, node, before.schema, after.schema).map((code) => about(node, code));
  });
  const unasked = gone.filter((node) => isMarked(node, "x-queryable")).map((node) => about(node, "queryGone"));
  return [...removed.filter(({ name }) => name !== undefined).map((node) => about(node, "removed")), ...unasked, ...changed];
}

const isMarked = ({ schema }: FieldNode, mark: string) => schema[mark] === true;

function markEffects(was: FieldNode | undefined, is: FieldNode, rootBefore: Schema, root: Schema): EffectCode[] {
  const codes: EffectCode[] = [];
  const [asked, asks] = [was !== undefined && isMarked(was, "x-queryable"), isMarked(is, "x-queryable")];
  if (asks && !asked && was) codes.push("queryNew");
  if (asked && !asks) codes.push("queryGone");
  if (asked && asks && was && comparedAs(rootBefore, was) !== comparedAs(root, is)) codes.push("queryChanged");
  if (!was) return codes;
  if (is.isRequired && !was.isRequired) codes.push("required");
  if (isMarked(is, "x-searchable") && !isMarked(was, "x-searchable")) codes.push("searchNew");
  if (!isMarked(is, "x-searchable") && isMarked(was, "x-searchable")) codes.push("searchGone");
  if (isMarked(is, "x-shared") && !isMarked(was, "x-shared")) codes.push("shared");
  if (was.kind === "reference" && is.kind === "reference" && !equal(targetsOf(was.schema), targetsOf(is.schema))) codes.push("targets");
  return codes;
}

/** The form in which queries compare the values. */
function comparedAs(root: Schema, { schema, kind }: FieldNode): string {
  const { type, format, items, $ref } = resolve(root, schema);
  const inner = resolve(root, objectOf(items));
  return JSON.stringify([type, format, $ref, inner.type, inner.format, inner.$ref, kind === "list" || items !== undefined]);
}

/** The way to the values, without the places in lists. */
function queryName({ path, name }: FieldNode): string {
  const steps = path.split("/").slice(1);
  // `items` on the way is that of a list, but for a field of that name at the end.
  return steps.filter((step, index) => step !== "items" || (index === steps.length - 1 && name === "items")).join(".");
}
