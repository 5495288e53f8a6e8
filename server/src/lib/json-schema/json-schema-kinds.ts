export type Schema = Record<string, unknown>;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects that a value may refer to: `{ "$ref": "vitrine:entry" }` in a schema, `{ "entry": … }` in the value. */
export const referenceKinds = ["entry", "page", "product", "category"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export const scheme = "vitrine:";

/** The kind that a `$ref` names; undefined for one that leads into the schema. */
export function referenceKindOf($ref: unknown): ReferenceKind | undefined {
  return referenceKinds.find((kind) => $ref === scheme + kind);
}
