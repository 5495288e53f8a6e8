import type { OperationSpec } from "../../server/src/lib/http/operation.ts";

/** A body that is as large as the operation allows, made of a valid one. */
export interface GrownBody {
  name: string;
  grow(valid: unknown): unknown;
}

const usualBytes = 256 * 1024;
const usualValues = 5_000;
/** For the members that are not grown. */
const roomBytes = 4_096;
const roomValues = 200;

const texts = (bytes: number, values: number) =>
  Array.from({ length: values }, (_, index) => `a${index}`.padEnd(Math.floor(bytes / values) - 4, "-"));

/** Values that fill a body: by its bytes, by its number of items, and by its number of members. */
const fillers: Readonly<Record<string, (bytes: number, values: number) => unknown>> = {
  "a long text": (bytes) => "[*_`<a ".repeat(bytes / 8),
  "many items": texts,
  "many members": (bytes, values) => Object.fromEntries(texts(bytes / 2, values).map((text, index) => [`m${index}`, text])),
};

/**
 * The valid body of a request, and the same with one of its members replaced by the largest values that a body of the operation may
 * hold. Many of them are refused: a refusal must be as quick as a success.
 */
export function grownBodies(
  { body: schema, maxBodyBytes = usualBytes, maxJsonValues = usualValues }: OperationSpec,
  valid: unknown,
): GrownBody[] {
  const bodies: GrownBody[] = [{ name: "a valid body", grow: (body) => body }];
  if (schema === undefined || typeof valid !== "object" || valid === null) return bodies;
  const { properties = {} } = schema as { properties?: object };
  for (const member of new Set([...Object.keys(properties), ...Object.keys(valid)])) {
    for (const [name, fill] of Object.entries(fillers)) {
      const value = fill(maxBodyBytes - roomBytes, maxJsonValues - roomValues);
      bodies.push({ name: `${name} in ${member}`, grow: (body) => ({ ...(body as object), [member]: value }) });
    }
  }
  return bodies;
}
