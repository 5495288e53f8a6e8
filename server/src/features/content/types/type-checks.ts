import type { ValidationError } from "../../../lib/http/problem.ts";
import { compileSchema, schemaErrors } from "../../../lib/json-schema/json-schema.ts";
import type { BlockCheck, BlockChecks, Slots } from "../rendering/index.ts";

/** Checks by type, compiled when first needed. A type with an invalid schema is not used to find more errors. */
export function checksByName(schemas: ReadonlyMap<string, object>): (name: string) => ((value: unknown) => ValidationError[]) | undefined {
  const checks = new Map<string, (value: unknown) => ValidationError[]>();
  return (name) => {
    const schema = schemas.get(name);
    if (!schema) return undefined;
    let check = checks.get(name);
    if (!check) {
      check = schemaErrors(schema, { references: true }).length === 0 ? compileSchema(schema) : () => [];
      checks.set(name, check);
    }
    return check;
  };
}

/** The same of block types, with their slots. */
export function blockChecks(types: ReadonlyMap<string, { schema: object; slots: Slots | null }>): BlockChecks {
  const checkOf = checksByName(new Map([...types].map(([name, { schema }]) => [name, schema])));
  return (name): BlockCheck | undefined => {
    const [type, check] = [types.get(name), checkOf(name)];
    return type && check && { check, slots: type.slots };
  };
}
