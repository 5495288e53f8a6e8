import { isSchema, referenceKindOf, type ReferenceKind, type Schema } from "../../../../lib/json-schema/json-schema-kinds.ts";
import { namedSchemas } from "../../../../lib/json-schema/json-schema-references.ts";
import { docComment, type TypeDeclarations, type TypeMember } from "./type-declarations.ts";
import { intersection, list, literal, name, never, union, unknown, type TypeExpression } from "./type-expression.ts";

type ValueKind = "string" | "number" | "boolean" | "null" | "array" | "object";
const valueKinds: readonly ValueKind[] = ["string", "number", "boolean", "null", "array", "object"];

/** The name of the type of all content types' slugs. */
export const anyContentType = "ContentType";

export const referenceTypes: Readonly<Record<ReferenceKind, string>> = {
  entry: "EntryReference",
  page: "PageReference",
  product: "ProductReference",
  category: "CategoryReference",
  asset: "AssetReference",
};

/** A reference as answers show it. */
export function referenceType(
  declarations: TypeDeclarations,
  { kind, contentTypes }: { kind: ReferenceKind; contentTypes?: readonly string[] | undefined },
): TypeExpression {
  if (kind !== "entry") return declarations.use(referenceTypes[kind]);
  const slugs = contentTypes ? union([...contentTypes].sort().map(literal)) : declarations.use(anyContentType);
  return declarations.use(referenceTypes.entry, slugs);
}

/**
 * The types of the values that one schema accepts, as answers show them: with the public form of references. `schemaErrors` accepts the
 * schema. Where its keywords say more than types can, as lengths and patterns do, the type is the wider one.
 */
export class SchemaTypes {
  readonly #root: Schema;
  readonly #base: string;
  readonly #declarations: TypeDeclarations;
  readonly #definitions = new Map<string, string>();

  /** `base` begins the names of all declarations. */
  constructor(declarations: TypeDeclarations, base: string, root: Schema) {
    this.#declarations = declarations;
    this.#base = base;
    this.#root = root;
  }

  /** Declares the type of the whole value. */
  declare(typeName: string, comment: string): void {
    if (isPlainObject(this.#root)) this.#declareObject(typeName, comment, this.#root, []);
    else this.#declarations.addAlias(typeName, comment, () => this.#typeOf(this.#root, [], everyKind));
  }

  #typeOf(schema: Schema, at: readonly string[], within: ReadonlySet<ValueKind>): TypeExpression {
    const { $ref, anyOf, oneOf, allOf } = schema as Applied;
    const kind = referenceKindOf($ref);
    if (kind) return referenceType(this.#declarations, { kind, contentTypes: schema["x-contentType"] as string[] | undefined });
    const kinds = meet(within, this.#kindsOf(schema));
    const branch = (each: Schema, index: number, all: readonly Schema[]) =>
      this.#typeOf(each, all.length > 1 ? [...at, String(index + 1)] : at, kinds);
    return intersection([
      this.#ownType(schema, at, kinds),
      ...(typeof $ref === "string" ? [name(this.#definition($ref))] : []),
      ...[anyOf, oneOf].flatMap((branches) => (branches ? [union(branches.map(branch))] : [])),
      ...(allOf ?? []).map(branch),
    ]);
  }

  /** The type that the schema's own keywords allow, besides those that name other schemas for the same value. */
  #ownType(schema: Schema, at: readonly string[], kinds: ReadonlySet<ValueKind>): TypeExpression {
    const values = valuesOf(schema);
    if (values) return union(values.filter((value) => kinds.has(kindOfValue(value))).map(literal));
    const { type, items, ...others } = schema;
    const hasShape = shapes.some((keyword) => keyword in schema);
    if (!hasShape && (type === undefined || meet(this.#kindsOf({ type }), this.#kindsOf(others)).size === this.#kindsOf(others).size))
      return unknown;
    return union(
      valueKinds
        .filter((kind) => kinds.has(kind))
        .map((kind) => {
          if (kind === "array") return list(isSchema(items) ? this.#typeOf(items, [...at, "Item"], everyKind) : unknown);
          return kind === "object" ? this.#objectType(others, at) : name(kind);
        }),
    );
  }

  #objectType(schema: Schema, at: readonly string[]): TypeExpression {
    if (isEmpty(schema)) return name("Record", name("string"), schema.additionalProperties === false ? never : unknown);
    const typeName = this.#declarations.nameOf([this.#base, ...at]);
    this.#declareObject(typeName, "", schema, at);
    return name(typeName);
  }

  #declareObject(typeName: string, comment: string, schema: Schema, at: readonly string[]): void {
    this.#declarations.addInterface(typeName, comment, () => this.#members(schema, at));
  }

  #members({ properties = {}, required = [], additionalProperties }: Schema, at: readonly string[]): TypeMember[] {
    const named = Object.entries(properties as Record<string, Schema>);
    const others = isSchema(additionalProperties) ? additionalProperties : {};
    const unnamed = (required as string[]).filter((each) => !Object.hasOwn(properties as object, each));
    const members = [...named, ...unnamed.map((each): [string, Schema] => [each, others])].map(([member, schema]): TypeMember => {
      const isClosed = additionalProperties === false && unnamed.includes(member);
      return {
        name: member,
        isOptional: !(required as string[]).includes(member),
        type: isClosed ? never : this.#memberType(schema, [...at, member]),
        comment: commentOf(schema),
      };
    });
    if (additionalProperties === undefined || additionalProperties === false) return members;
    // An index signature has to allow what the named members may be.
    const all = [this.#memberType(others, [...at, "Value"]), ...members.map(({ type }) => type)];
    if (members.some(({ isOptional }) => isOptional)) all.push(name("undefined"));
    return [...members, { name: undefined, isOptional: false, type: union(all), comment: "" }];
  }

  /** A reference whose target is not public is null in a member. Lists leave it out. */
  #memberType(schema: Schema, at: readonly string[]): TypeExpression {
    const type = this.#typeOf(schema, at, everyKind);
    return this.#sameValue(schema).some(({ $ref }) => referenceKindOf($ref)) ? union([type, name("null")]) : type;
  }

  /** The schema, with all that it names for the same value. */
  #sameValue(schema: Schema): Schema[] {
    const all = new Set([schema]);
    for (const each of all) for (const named of namedSchemas(this.#root, each)) all.add(named);
    return [...all];
  }

  /** The name of the declaration for a definition. */
  #definition($ref: string): string {
    const knownName = this.#definitions.get($ref);
    if (knownName !== undefined) return knownName;
    const definition = $ref.slice("#/$defs/".length);
    const typeName = this.#declarations.nameOf([this.#base, definition]);
    this.#definitions.set($ref, typeName);
    const schema = (this.#root.$defs as Record<string, Schema>)[definition] as Schema;
    if (isPlainObject(schema)) this.#declareObject(typeName, commentOf(schema), schema, [definition]);
    else this.#declarations.addAlias(typeName, commentOf(schema), () => this.#typeOf(schema, [definition], everyKind));
    return typeName;
  }

  /** The kinds of values that a schema may accept. */
  #kindsOf(schema: Schema): ReadonlySet<ValueKind> {
    const { $ref, anyOf, oneOf, allOf, type } = schema as Applied;
    if (referenceKindOf($ref)) return new Set(["object"]);
    const definition = typeof $ref === "string" ? (this.#root.$defs as Record<string, Schema>)[$ref.slice("#/$defs/".length)] : undefined;
    const sets: ReadonlySet<ValueKind>[] = [
      ...(type === undefined ? [] : [new Set([type].flat().map((each) => (each === "integer" ? "number" : each)))]),
      ...(valuesOf(schema) ? [new Set(valuesOf(schema)?.map(kindOfValue))] : []),
      ...[anyOf, oneOf].flatMap((branches) => (branches ? [new Set(branches.flatMap((each) => [...this.#kindsOf(each)]))] : [])),
      ...[...(allOf ?? []), ...(definition ? [definition] : [])].map((each) => this.#kindsOf(each)),
    ];
    return sets.reduce(meet, everyKind);
  }
}

const everyKind: ReadonlySet<ValueKind> = new Set(valueKinds);
/** The keywords of schemas for the same value. */
const applicators = ["$ref", "anyOf", "oneOf", "allOf", "enum", "const"];
/** The keywords that describe members and items. */
const shapes = ["properties", "required", "additionalProperties", "items"];

/** Whether an interface says what the schema says. */
function isPlainObject(schema: Schema): boolean {
  return schema.type === "object" && !isEmpty(schema) && Object.keys(schema).every((keyword) => !applicators.includes(keyword));
}

/** Whether an object's schema names no members. */
function isEmpty({ properties = {}, required = [], additionalProperties }: Schema): boolean {
  return Object.keys(properties as object).length + (required as unknown[]).length === 0 && !isSchema(additionalProperties);
}

interface Applied {
  $ref?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: ValueKind | "integer" | (ValueKind | "integer")[];
}

function meet(one: ReadonlySet<ValueKind>, other: ReadonlySet<ValueKind>): ReadonlySet<ValueKind> {
  return new Set([...one].filter((kind) => other.has(kind)));
}

/** The values that a schema enumerates, of one JavaScript type; undefined for a schema without them. */
export function enumeratedType(schema: Schema, type: string): TypeExpression | undefined {
  const values = valuesOf(schema)?.filter((value) => typeof value === type);
  return values && union(values.map(literal));
}

/** The values that `enum` and `const` leave; undefined without both. */
function valuesOf(schema: Schema): unknown[] | undefined {
  const values = schema.enum as unknown[] | undefined;
  if (!("const" in schema)) return values;
  return values === undefined || values.includes(schema.const) ? [schema.const] : [];
}

function kindOfValue(value: unknown): ValueKind {
  return value === null ? "null" : (typeof value as ValueKind);
}

function commentOf({ title, description, deprecated }: Schema): string {
  return docComment(title as string | undefined, description as string | undefined, deprecated === true ? "@deprecated" : undefined);
}
