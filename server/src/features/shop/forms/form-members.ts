import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** A member of the submitted object that a schema names. */
interface FormMember {
  name: string;
  /** Undefined if the schema only requires it. */
  schema: Schema | undefined;
  /** JSON Pointer into the form's schema. */
  path: string;
}

export interface FormMembers {
  /** In the order of the schema, its own first. One that several branches name is there several times. */
  members: readonly FormMember[];
  /** Whether the schema itself says how to treat members that it does not name. */
  decidesOthers: boolean;
}

/**
 * The submitted object's own members in a schema that `schemaErrors` accepts: its `properties`, and those of all subschemas of the same
 * object, in allOf, anyOf, oneOf and the definitions that they refer to.
 */
export function membersOf(root: Schema): FormMembers {
  const members: FormMember[] = [];
  const referred = new Set<string>();
  let decidesOthers = Object.hasOwn(root, "additionalProperties");

  function visit(schema: Schema, path: string): void {
    for (const [name, member] of Object.entries((schema["properties"] as Schema | undefined) ?? {})) {
      members.push({ name, schema: member as Schema, path: `${path}/properties${pointerStep(name)}` });
    }
    ((schema["required"] as string[] | undefined) ?? []).forEach((name, index) =>
      members.push({ name, schema: undefined, path: `${path}/required/${index}` }),
    );
    // A branch that forbids others enforces that itself; one that allows them applies to the whole object.
    decidesOthers ||= (schema["additionalProperties"] ?? false) !== false;
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      ((schema[keyword] as Schema[] | undefined) ?? []).forEach((branch, index) => visit(branch, `${path}/${keyword}/${index}`));
    }
    const name = (schema["$ref"] as string | undefined)?.slice("#/$defs/".length);
    if (name === undefined || referred.has(name)) return;
    referred.add(name);
    visit((root["$defs"] as Record<string, Schema>)[name] ?? {}, `/$defs${pointerStep(name)}`);
  }

  visit(root, "");
  return { members, decidesOthers };
}
