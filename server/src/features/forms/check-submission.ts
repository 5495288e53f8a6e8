import type { SchemaCheck } from "../../lib/json-schema.ts";
import { pointerStep } from "../../lib/json-pointer.ts";
import type { Fault } from "../../lib/problem.ts";
import { withShortPath } from "../../lib/validation.ts";
import { membersOf, type Schema } from "./form-members.ts";

const maxFaults = 50;

/**
 * What is wrong with submitted data, one fault for each field; the paths are JSON Pointers into the data. A member that the
 * schema does not name is one, unless the schema says itself what becomes of others: a form takes what its fields are for.
 * No path holds a name that is longer than any field's: that would be the visitor's own words, sent back.
 */
export function submissionFaults(schema: Schema, check: SchemaCheck, data: Readonly<Record<string, unknown>>): Fault[] {
  const faults = check(data);
  const { members, decidesOthers } = membersOf(schema);
  if (decidesOthers) return faults.map(withShortPath);
  const known = new Set(members.map(({ name }) => name));
  const reported = new Set(faults.map(({ path }) => path));
  for (const name of Object.keys(data)) {
    if (faults.length >= maxFaults) break;
    const path = pointerStep(name);
    if (known.has(name) || reported.has(path)) continue;
    faults.push({ path, code: "additionalProperties", message: "is not a member that is known here" });
  }
  return faults.map(withShortPath);
}
