import { pointerStep } from "./json-pointer.ts";
import { isReferenceTo, isSchema, referenceKindOf, referenceKinds, scheme, type ReferenceKind, type Schema } from "./json-schema-kinds.ts";

/** A reference in a value, where the schema has one. */
export interface FoundReference {
  /** JSON Pointer into the value. */
  path: string;
  kind: ReferenceKind;
  /** The one member's value: an id, or another name of the target. */
  target: unknown;
  /** The content types that the schema allows for an entry. Undefined: every one. */
  contentTypes: ReadonlySet<string> | undefined;
  /** The kinds of files that the schema allows for an asset. Undefined: every one. */
  accept?: ReadonlySet<string> | undefined;
}

/**
 * The references in a value that its schema accepts. Where the schema has alternatives, a value is a reference if any of them says so and it
 * has the form of one.
 */
export function referencesIn(schema: Schema, value: unknown): FoundReference[] {
  const references: FoundReference[] = [];
  const visit = (here: unknown, schemas: readonly Schema[], path: string): void => {
    if (schemas.length === 0 || typeof here !== "object" || here === null) return;
    const applicable = withAlternatives(schema, schemas);
    if (Array.isArray(here)) {
      const items = applicable.flatMap(({ items }) => (isSchema(items) ? [items] : []));
      here.forEach((item, index) => visit(item, items, `${path}/${index}`));
      return;
    }
    const reference = referenceOf(here as Schema, applicable);
    if (reference) {
      references.push({ path, ...reference });
      return;
    }
    for (const [name, member] of Object.entries(here)) visit(member, membersNamed(name, applicable), path + pointerStep(name));
  };
  if (hasReferences(schema)) visit(value, [schema], "");
  return references;
}

/** A place where values of a schema may have a reference. */
export interface DeclaredReference {
  /** The names of members on the way, without the places in lists; `anyMember` for members that the schema does not name. */
  path: string[];
  kind: ReferenceKind;
  contentTypes: string[] | undefined;
}

export const anyMember = "*";

/** Of one schema. A recursive one has places without end: the nearest ones count. */
const mostDeclared = 200;
const mostVisits = 5_000;

/** The places of references, the nearest ones first. */
export function declaredReferences(schema: Schema): DeclaredReference[] {
  const leading = leadingToReferences(schema);
  const declared = new Map<string, DeclaredReference>();
  const queue: { here: Schema; path: string[] }[] = leading.has(schema) ? [{ here: schema, path: [] }] : [];
  for (let visits = 0; visits < Math.min(queue.length, mostVisits) && declared.size < mostDeclared; visits += 1) {
    const { here, path } = queue[visits] as (typeof queue)[number];
    for (const each of withAlternatives(schema, [here])) {
      const kind = referenceKindOf(each.$ref);
      const contentTypes = each["x-contentType"] as string[] | undefined;
      if (kind) declared.set(JSON.stringify([path, kind, contentTypes]), { path, kind, contentTypes });
      for (const { name, inner } of innerSchemas(each)) {
        if (leading.has(inner)) queue.push({ here: inner, path: name === undefined ? path : [...path, name] });
      }
    }
  }
  return [...declared.values()];
}

/** The schemas of members and items, with the members' names. */
function innerSchemas({ properties, additionalProperties, items }: Schema): { name: string | undefined; inner: Schema }[] {
  const members = Object.entries(isSchema(properties) ? properties : {});
  const all: [string | undefined, unknown][] = [...members, [anyMember, additionalProperties], [undefined, items]];
  return all.flatMap(([name, inner]) => (isSchema(inner) ? [{ name, inner }] : []));
}

const leadingByRoot = new WeakMap<Schema, ReadonlySet<Schema>>();

/** The parts of a schema through which a value may have a reference; empty for most schemas. */
function leadingToReferences(root: Schema): ReadonlySet<Schema> {
  const before = leadingByRoot.get(root);
  if (before) return before;
  const leading = new Set<Schema>();
  leadingByRoot.set(root, leading);
  if (!JSON.stringify(root).includes(`"${scheme}`)) return leading;
  const leadsTo = new Map<Schema, Schema[]>([[root, []]]);
  for (const [each, next] of leadsTo) {
    next.push(...namedSchemas(root, each), ...innerSchemas(each).map(({ inner }) => inner));
    for (const inner of next) if (!leadsTo.has(inner)) leadsTo.set(inner, []);
    if (referenceKindOf(each.$ref)) leading.add(each);
  }
  for (let size = -1; size < leading.size;) {
    size = leading.size;
    for (const [each, next] of leadsTo) if (next.some((inner) => leading.has(inner))) leading.add(each);
  }
  return leading;
}

/** Whether a value may have references at all. */
export function hasReferences(schema: Schema): boolean {
  return leadingToReferences(schema).size > 0;
}

/** The schemas with all that they name for the same value: definitions and alternatives. */
function withAlternatives(root: Schema, schemas: readonly Schema[]): Schema[] {
  const all = new Set<Schema>(schemas);
  for (const each of all) for (const named of namedSchemas(root, each)) all.add(named);
  return [...all];
}

/** The schemas that a schema names for the same value: its definition and its alternatives. */
export function namedSchemas(root: Schema, { $ref, anyOf, oneOf, allOf }: Schema): Schema[] {
  const definitions = isSchema(root.$defs) ? root.$defs : {};
  const definition = typeof $ref === "string" ? definitions[$ref.replace("#/$defs/", "")] : undefined;
  return [definition, ...[anyOf, oneOf, allOf].flat()].filter(isSchema);
}

function referenceOf(value: Schema, schemas: readonly Schema[]): Omit<FoundReference, "path"> | undefined {
  const kind = referenceKinds.find((each) => isReferenceTo(value, each));
  if (kind === undefined) return undefined;
  const referenceSchemas = schemas.filter(({ $ref }) => $ref === scheme + kind);
  if (referenceSchemas.length === 0) return undefined;
  const allowed = (keyword: string) => {
    const lists = referenceSchemas.map((each) => each[keyword] as string[] | undefined);
    return lists.includes(undefined) ? undefined : new Set(lists.flatMap((list) => list ?? []));
  };
  return { kind, target: value[kind], contentTypes: allowed("x-contentType"), ...(kind === "asset" && { accept: allowed("x-accept") }) };
}

function membersNamed(name: string, schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    const memberSchema = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return isSchema(memberSchema) ? [memberSchema] : [];
  });
}
