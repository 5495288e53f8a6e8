import { pointerStep } from "./json-pointer.ts";
import { referenceKindOf, scheme, type ReferenceKind } from "./json-schema-kinds.ts";
import { isSchema, type Schema } from "./json-schema-subset.ts";

/** A reference in a value, where the schema has one. */
export interface FoundReference {
  /** JSON Pointer into the value. */
  path: string;
  kind: ReferenceKind;
  /** The one member's value: an id, or another name of the target. */
  target: unknown;
  /** The content types that the schema allows for an entry. Undefined: every one. */
  contentTypes: ReadonlySet<string> | undefined;
}

/**
 * The references in a value that its schema accepts. Where the schema has alternatives, a value is a reference if any of them says so and it
 * has the form of one.
 */
export function referencesIn(schema: Schema, value: unknown): FoundReference[] {
  const found: FoundReference[] = [];
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
      found.push({ path, ...reference });
      return;
    }
    for (const [name, member] of Object.entries(here)) visit(member, membersNamed(name, applicable), path + pointerStep(name));
  };
  if (mayRefer(schema)) visit(value, [schema], "");
  return found;
}

/** A place where values of a schema may have a reference. */
export interface DeclaredReference {
  /** The names of members on the way, without the places in lists. */
  path: string[];
  kind: ReferenceKind;
  contentTypes: string[] | undefined;
}

/** A definition that contains itself is followed this often on one path. */
const mostRepeats = 2;
const mostDeclared = 200;

/** The places of references, of recursive schemas the first levels. */
export function declaredReferences(schema: Schema): DeclaredReference[] {
  const declared: DeclaredReference[] = [];
  const visit = (here: unknown, path: string[], through: readonly Schema[]): void => {
    if (!isSchema(here) || declared.length >= mostDeclared) return;
    for (const each of withAlternatives(schema, [here])) {
      if (through.filter((passed) => passed === each).length >= mostRepeats) continue;
      const passed = [...through, each];
      const kind = referenceKindOf(each.$ref);
      if (kind) declared.push({ path, kind, contentTypes: each["x-contentType"] as string[] | undefined });
      visit(each.items, path, passed);
      for (const [name, member] of Object.entries(isSchema(each.properties) ? each.properties : {})) visit(member, [...path, name], passed);
    }
  };
  if (mayRefer(schema)) visit(schema, [], []);
  return declared;
}

/** Looking costs nothing for most schemas. */
function mayRefer(schema: Schema): boolean {
  return JSON.stringify(schema).includes(`"${scheme}`);
}

/** The schemas with all that they name for the same value: definitions and alternatives. */
function withAlternatives(root: Schema, schemas: readonly Schema[]): Schema[] {
  const all = new Set<Schema>(schemas);
  for (const { $ref, anyOf, oneOf, allOf } of all) {
    const definition = typeof $ref === "string" && isSchema(root.$defs) ? root.$defs[$ref.replace("#/$defs/", "")] : undefined;
    for (const each of [definition, ...[anyOf, oneOf, allOf].flat()]) if (isSchema(each)) all.add(each);
  }
  return [...all];
}

function referenceOf(value: Schema, schemas: readonly Schema[]): Omit<FoundReference, "path"> | undefined {
  const [kind, ...others] = Object.keys(value);
  if (kind === undefined || others.length > 0) return undefined;
  const own = schemas.filter(({ $ref }) => $ref === scheme + kind);
  if (own.length === 0) return undefined;
  const allowed = own.map((each) => each["x-contentType"] as string[] | undefined);
  return {
    kind: kind as ReferenceKind,
    target: value[kind],
    contentTypes: allowed.includes(undefined) ? undefined : new Set(allowed.flatMap((types) => types ?? [])),
  };
}

function membersNamed(name: string, schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    const own = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return isSchema(own) ? [own] : [];
  });
}
