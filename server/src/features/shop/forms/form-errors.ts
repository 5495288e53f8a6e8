import { schemaErrors } from "../../../lib/json-schema/json-schema.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { honeypot } from "./form.ts";
import { membersOf, type Schema } from "./form-members.ts";

const maxUiSchemaBytes = 64 * 1024;

/** Why a form cannot be saved; empty when it can. Paths are JSON Pointers into the form. Pure. */
export function formErrors({ schema, uiSchema = {} }: { schema: Schema; uiSchema?: Schema | undefined }): ValidationError[] {
  const errors = schemaErrors(schema, { uploads: true });
  const isReadable = errors.length === 0;
  if (isReadable) {
    for (const { name, path } of membersOf(schema).members) {
      if (name === honeypot) errors.push({ path, code: "reserved", message: "is the member that programs are caught with" });
    }
  }
  return [
    ...errors.map((error) => ({ ...error, path: `/schema${error.path}` })),
    ...(Buffer.byteLength(JSON.stringify(uiSchema)) > maxUiSchemaBytes
      ? [{ path: "/uiSchema", code: "too_large", message: `is larger than ${maxUiSchemaBytes / 1024} KiB` }]
      : []),
  ];
}
