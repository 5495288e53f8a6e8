import { Type, type TObject, type TSchema } from "typebox";

/** The media type of JSON Merge Patches, of which every JSON body of a PATCH is one. */
export const mergePatchType = "application/merge-patch+json";

type Members = Readonly<Record<string, unknown>>;

/** The target after a JSON Merge Patch (RFC 7396): null takes a member away, an object changes members of its own, anything else replaces. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, applyMergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schema of patches of a resource: every member may be absent, and null, also in objects inside. */
export function mergePatchOf(schema: TObject): TObject {
  const properties = Object.entries(schema.properties as Record<string, TSchema>).map(
    ([name, member]) => [name, Type.Optional(orNull(patchOf(member)))] as const,
  );
  const { description } = schema as { description?: string };
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false, ...(description !== undefined && { description }) });
}

/** Objects inside are patched by their members, also where a pattern names these; everything else is replaced. */
function patchOf(member: TSchema): TSchema {
  if ((member as { type?: string }).type !== "object") return member;
  if ("properties" in member) return mergePatchOf(member as TObject);
  const patterns = Object.entries((member as { patternProperties?: Record<string, TSchema> }).patternProperties ?? {});
  const [only] = patterns;
  if (patterns.length !== 1 || !only || (only[1] as { type?: string }).type !== "object") return member;
  return Type.Record(Type.String({ pattern: only[0] }), orNull(patchOf(only[1])), { additionalProperties: false });
}

function orNull(schema: TSchema): TSchema {
  return isNullable(schema) ? schema : Type.Union([schema, Type.Null()]);
}

function isNullable(schema: TSchema): boolean {
  return "anyOf" in schema && (schema.anyOf as { type?: string }[]).some(({ type }) => type === "null");
}
