import type { Fault } from "../../../lib/http/problem.ts";
import { compileSchema, schemaFaults } from "../../../lib/json-schema/json-schema.ts";
import { marksOf } from "../../../lib/json-schema/json-schema-marks.ts";
import { declaredReferences } from "../../../lib/json-schema/json-schema-references.ts";
import { queryFaults } from "../queries/query-plan.ts";

type JsonObject = Record<string, unknown>;

/** Why a block type cannot be saved; pointers into the type. Pure. */
export function blockTypeFaults({ schema, defaults }: { schema: JsonObject; defaults?: JsonObject }): Fault[] {
  const faults = under("/schema", schemaFaults(schema, { references: true }));
  const defaultFaults = faults.length === 0 && defaults ? compileSchema(schema)(defaults) : [];
  return [
    ...faults,
    ...rootFaults(schema),
    ...(faults.length === 0 ? fieldFaults(schema) : []),
    // Defaults are where an editor starts, not a finished block: the editor still fills in the missing props.
    ...under(
      "/defaults",
      defaultFaults.filter(({ code }) => code !== "required"),
    ),
  ];
}

/** Why a content type cannot be saved; pointers into the type. Pure. */
export function contentTypeFaults({ schema }: { schema: JsonObject }): Fault[] {
  const faults = schemaFaults(schema, { references: true });
  // Marks are read from good schemas alone.
  const all = faults.length > 0 ? faults : queryFaults(schema);
  return [...under("/schema", all), ...rootFaults(schema)];
}

function under(path: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: path + fault.path }));
}

/** Pages have no fields of their own. */
function fieldFaults(schema: JsonObject): Fault[] {
  return marksOf(schema).queryable.map((field) => ({
    path: "/schema",
    code: "mark",
    message: `has x-queryable at ${field.path.join(".")}, which belongs in the schema of a content type`,
  }));
}

/** Data and props are objects of their own, which cannot be a reference. */
function rootFaults(schema: JsonObject): Fault[] {
  const isReference =
    schemaFaults(schema, { references: true }).length === 0 && declaredReferences(schema).some((each) => each.path.length === 0);
  return isReference ? [{ path: "/schema", code: "reference", message: "must not be a reference itself: put it into a property" }] : [];
}
