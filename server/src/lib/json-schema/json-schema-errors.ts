import type { ErrorObject } from "ajv/dist/2020.js";
import { formats } from "./json-schema-formats.ts";
import { pointerStep } from "./json-pointer.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import type { ValidationError } from "../http/problem.ts";

/** One fault for each wrong value, in the order in which they were found, with what the schema says and never with the value. */
export function validationErrorsOf(errors: readonly ErrorObject[]): ValidationError[] {
  const byPath = new Map<string, ValidationError>();
  for (const error of errors) {
    const path = error.instancePath + memberStep(error);
    // A value of the wrong type breaks other keywords too, which adds no information.
    if (!byPath.has(path) || error.keyword === "type") byPath.set(path, { path, code: error.keyword, message: messageOf(error) });
  }
  return [...byPath.values()];
}

/** The two errors of an object that are really about one member, which is named. */
function memberStep({ keyword, params }: ErrorObject): string {
  if (keyword === "required") return pointerStep(params["missingProperty"] as string);
  if (keyword === "additionalProperties") return pointerStep(params["additionalProperty"] as string);
  return "";
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function messageOf({ keyword, params, data, parentSchema }: ErrorObject): string {
  const limit = params["limit"] as number;
  const count = (things: string) => `${limit} ${things}${limit === 1 ? "" : "s"}`;
  switch (keyword) {
    case "type":
      return `must be ${[params["type"] as string | string[]]
        .flat()
        .map((type) => typeNames[type])
        .join(" or ")}`;
    case "required":
      return "is required";
    case "additionalProperties":
      return `is not a member that is known here${didYouMean(params["additionalProperty"], Object.keys((parentSchema?.["properties"] ?? {}) as object))}`;
    case "enum":
      return allowedValues(params["allowedValues"] as unknown[], data);
    case "const":
      return allowedValues([params["allowedValue"]], data);
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${count("character")}`;
    case "maxLength":
      return `must have at most ${count("character")}`;
    case "pattern":
      return "does not have the required form";
    case "format":
      return formats[params["format"] as string]?.message ?? "does not have the required format";
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "exclusiveMaximum":
      return `must be less than ${limit}`;
    case "minItems":
      return `must have at least ${count("item")}`;
    case "maxItems":
      return `must have at most ${count("item")}`;
    case "minProperties":
      return `must have at least ${count("member")}`;
    case "maxProperties":
      return `must have at most ${count("member")}`;
    case "uniqueItems":
      return "must not hold the same item twice";
    case "multipleOf":
      return "is not a multiple of the allowed step";
    case "upload":
      return "must be a file, sent as multipart/form-data";
    case "anyOf":
      return "does not match any of the allowed forms";
    case "oneOf":
      return "must have exactly one of the allowed forms";
    default:
      return "is not valid";
  }
}

const mostShown = 20;
const longestShown = 100;

/** A schema may allow many values, and long ones. */
function allowedValues(values: readonly unknown[], actualValue: unknown): string {
  const names = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  if (names.some((name) => name.length > longestShown)) return "must be one of the allowed values";
  const others = names.length > mostShown ? `, and ${names.length - mostShown} more` : "";
  const [only] = names;
  return names.length === 1
    ? `must be ${only}`
    : `must be one of: ${names.slice(0, mostShown).join(", ")}${others}${didYouMean(
        actualValue,
        values.filter((value) => typeof value === "string"),
      )}`;
}
