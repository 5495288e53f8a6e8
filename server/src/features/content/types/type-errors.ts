import type { ValidationError } from "../../../lib/http/problem.ts";
import { compileSchema, schemaErrors } from "../../../lib/json-schema/json-schema.ts";
import { marksOf } from "../../../lib/json-schema/json-schema-marks.ts";
import { declaredReferences } from "../../../lib/json-schema/json-schema-references.ts";
import { queryErrors } from "../queries/index.ts";

type JsonObject = Record<string, unknown>;

/** Why a block type cannot be saved; pointers into the type. Pure. */
export function blockTypeErrors({ schema, defaults }: { schema: JsonObject; defaults?: JsonObject }): ValidationError[] {
  const errors = under("/schema", schemaErrors(schema, { references: true }));
  const defaultErrors = errors.length === 0 && defaults ? compileSchema(schema)(defaults) : [];
  return [
    ...errors,
    ...rootErrors(schema),
    ...(errors.length === 0 ? fieldErrors(schema) : []),
    // Defaults are where an editor starts, not a finished block: the editor still fills in the missing props.
    ...under(
      "/defaults",
      defaultErrors.filter(({ code }) => code !== "required"),
    ),
  ];
}

/** Why a content type cannot be saved; pointers into the type. Pure. */
export function contentTypeErrors({ schema }: { schema: JsonObject }): ValidationError[] {
  const errors = schemaErrors(schema, { references: true });
  // Marks are read from good schemas alone.
  const all = errors.length > 0 ? errors : queryErrors(schema);
  return [...under("/schema", all), ...rootErrors(schema)];
}

function under(path: string, errors: readonly ValidationError[]): ValidationError[] {
  return errors.map((error) => ({ ...error, path: path + error.path }));
}

/** Pages have no fields of their own. */
function fieldErrors(schema: JsonObject): ValidationError[] {
  return marksOf(schema).queryable.map((field) => ({
    path: "/schema",
    code: "mark",
    message: `has x-queryable at ${field.path.join(".")}, which belongs in the schema of a content type`,
  }));
}

/** Data and props are objects of their own, which cannot be a reference. */
function rootErrors(schema: JsonObject): ValidationError[] {
  const isReference =
    schemaErrors(schema, { references: true }).length === 0 && declaredReferences(schema).some((each) => each.path.length === 0);
  return isReference ? [{ path: "/schema", code: "reference", message: "must not be a reference itself: put it into a property" }] : [];
}
