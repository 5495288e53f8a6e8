import { errorOf } from "../app/refusals.ts";
import { texts } from "../app/texts.ts";

/** The keywords whose values have one form. */
const forms: Readonly<Record<string, "text" | "yesNo" | "number" | "whole" | "list" | "group">> = {
  title: "text",
  description: "text",
  $comment: "text",
  pattern: "text",
  deprecated: "yesNo",
  readOnly: "yesNo",
  "x-queryable": "yesNo",
  "x-searchable": "yesNo",
  "x-shared": "yesNo",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
  minLength: "whole",
  maxLength: "whole",
  minItems: "whole",
  maxItems: "whole",
  minProperties: "whole",
  maxProperties: "whole",
  examples: "list",
  enum: "list",
  required: "list",
  anyOf: "list",
  oneOf: "list",
  allOf: "list",
  "x-contentType": "list",
  properties: "group",
  $defs: "group",
  items: "group",
};

/** What is wrong with the definition of a type at a place, by the code of the server. */
export function definitionError({ path, code }: { path: string; code: string }): string {
  const { errors } = texts.model;
  const keyword = path.slice(path.lastIndexOf("/") + 1);
  const form = code === "value" ? forms[keyword] : undefined;
  if (form !== undefined) return texts.fields.checks[form];
  return errors[code] ?? errorOf({ code });
}
