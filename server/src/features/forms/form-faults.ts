import { schemaFaults } from "../../lib/json-schema/json-schema.ts";
import type { Fault } from "../../lib/http/problem.ts";
import { honeypot } from "./form.ts";
import { membersOf, type Schema } from "./form-members.ts";

const maxUiSchemaBytes = 64 * 1024;

/** Why a form cannot be saved; empty when it can. Paths are JSON Pointers into the form. Pure. */
export function formFaults({ schema, uiSchema = {} }: { schema: Schema; uiSchema?: Schema | undefined }): Fault[] {
  const faults = schemaFaults(schema);
  const isReadable = faults.length === 0;
  if (isReadable) {
    for (const { name, path } of membersOf(schema).members) {
      if (name === honeypot) faults.push({ path, code: "reserved", message: "is the member that programs are caught with" });
    }
  }
  return [
    ...faults.map((fault) => ({ ...fault, path: `/schema${fault.path}` })),
    ...(Buffer.byteLength(JSON.stringify(uiSchema)) > maxUiSchemaBytes
      ? [{ path: "/uiSchema", code: "too_large", message: `is larger than ${maxUiSchemaBytes / 1024} KiB` }]
      : []),
  ];
}
