import fc from "fast-check";

type Schema = Record<string, unknown>;

const names = fc.constantFrom("a", "b", "toString", "valueOf", "x-y");
const small = fc.integer({ min: 0, max: 3 });
const text = fc.constantFrom("", "a", "ab", "aab", "B", "ü", "😀", "a\n");
const number = fc.constantFrom(0, 1, 2, -1, 0.5, 3);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { schemas } = fc.letrec<{ schemas: Schema }>((tie) => ({
  schemas: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    partly({
      type: fc.constant("string"),
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom("^a", "b$", "^[a-z]*$", "a+b?", "^(a|ü)*$"),
    }),
    partly({
      type: fc.constantFrom("number", "integer"),
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
    }),
    fc
      .uniqueArray(fc.constantFrom("string", "null", "boolean", "integer", "object"), { minLength: 1, maxLength: 3 })
      .map((type) => ({ type })),
    fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
    scalar.map((value) => ({ const: value })),
    partly({ type: fc.constant("array"), items: tie("schemas"), minItems: small, maxItems: small, uniqueItems: fc.boolean() }).map(
      (schema) => ({ maxItems: 4, ...schema }),
    ),
    objectSchemas(tie("schemas")),
    fc
      .tuple(fc.constantFrom("anyOf", "oneOf", "allOf"), fc.array(tie("schemas"), { minLength: 1, maxLength: 3 }))
      .map(([keyword, branches]) => ({ [keyword]: branches })),
  ),
}));
/** Random schemas of the subset, each with values, some of which are likely to be valid. */
export const schemaAndValues = objectSchemas(schemas).chain((schema) =>
  fc.tuple(
    fc.constant({ ...schema, type: "object" }),
    fc.array(valuesFor({ ...schema, type: "object" }), { minLength: 20, maxLength: 20 }),
  ),
);

function partly(keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Schema> {
  return fc.record(keywords, { requiredKeys: [] });
}

function objectSchemas(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return partly({
    type: fc.constant("object"),
    properties: fc.dictionary(names, inner, { maxKeys: 3, noNullPrototype: true }),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    minProperties: small,
    maxProperties: small,
  });
}

function valuesFor(schema: Schema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(names, scalar, { maxKeys: 3, noNullPrototype: true }),
  );
  return fc.oneof({ weight: 9, arbitrary: likelyFor(schema) }, { weight: 1, arbitrary: anything });
}

function likelyFor(schema: Schema): fc.Arbitrary<unknown> {
  const { type, items, properties = {}, required = [], anyOf, oneOf, allOf } = schema as Parts;
  const [branch] = anyOf ?? oneOf ?? allOf ?? [];
  if (branch) return valuesFor(branch);
  if ("const" in schema) return fc.constant(schema["const"]);
  if (schema["enum"] !== undefined) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if (type === "string") return text;
  if (type === "number" || type === "integer") return number;
  if (type === "array") return fc.array(items ? valuesFor(items) : scalar, { maxLength: 3 });
  if (type !== "object") return scalar;
  const members = { ...Object.fromEntries(required.map((name) => [name, scalar])), ...mapValues(properties, valuesFor) };
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

interface Parts {
  type?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

function mapValues<T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
