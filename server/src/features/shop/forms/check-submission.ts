import type { SchemaCheck } from "../../../lib/json-schema/json-schema.ts";
import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { withShortPath } from "../../../lib/http/validation.ts";
import { membersOf, type Schema } from "./form-members.ts";

const maxErrors = 50;

/**
 * The errors of submitted data, one for each field; the paths are JSON Pointers into the data. A member that the schema does not name is a
 * fault, unless the schema itself says how to treat others: a form accepts only the data of its fields. No path contains a name that is
 * longer than any field's: that would return the visitor's own words.
 */
export function submissionErrors(schema: Schema, check: SchemaCheck, data: Readonly<Record<string, unknown>>): ValidationError[] {
  const { members, decidesOthers } = membersOf(schema);
  const knownNames = new Set(members.map(({ name }) => name));
  const unknown = decidesOthers ? [] : Object.keys(data).filter((name) => !knownNames.has(name));
  const unknownErrors = unknown.slice(0, maxErrors).map((name): ValidationError => ({
    path: pointerStep(name),
    code: "additionalProperties",
    message: "is not a member that is known here",
  }));
  // No further check: these members are made up, perhaps to keep the server busy with checking them.
  if (unknown.length >= maxErrors) return unknownErrors.map(withShortPath);
  const errors = check(data);
  const reported = new Set(errors.map(({ path }) => path));
  return [...errors, ...unknownErrors.filter(({ path }) => !reported.has(path))].slice(0, maxErrors).map(withShortPath);
}
