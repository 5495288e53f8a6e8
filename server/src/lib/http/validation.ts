import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";
import type { TObject, TSchema } from "typebox";
import { parseJsonPointer, pointerStep, resolveJsonPointer } from "../json-schema/json-pointer.ts";
import { invalidQuery, ProblemError, validationFailed, type ValidationError } from "./problem.ts";

type Part = "body" | "querystring" | "params" | "headers" | undefined;

/**
 * Checks one part of a request against its schema, without changing its meaning: bodies are never coerced, unknown
 * members are left alone and unseen. Query parameters are text, so integers and booleans among them are read strictly.
 */
export function compileValidation({
  schema,
  httpPart,
}: {
  schema: TSchema;
  httpPart?: string;
}): (value: unknown) => { value: unknown } | { error: Error } {
  const check = Compile(schema);
  const part = httpPart as Part;
  return (value) => {
    const read = part === "querystring" ? readQuery(schema as TObject, value as Record<string, string | string[]>) : { value, errors: [] };
    if (read.errors.length === 0 && check.Check(read.value)) return { value: read.value };
    const errors = (read.errors.length > 0 ? read.errors : schemaErrorsOf(check, read.value)).slice(0, 20).map(withShortPath);
    const refusal = part === "body" ? validationFailed : invalidQuery;
    return { error: new ProblemError(refusal, { detail: describeError(errors[0], part, value), errors }) };
  };
}

/**
 * A sentence for a person, in familiar notation: `items[0].quantity must be >= 1`. Only the faulty value
 * shows which steps are lists: without it, a place in a list reads like a member, `items.0.quantity`.
 */
export function describeError(error: ValidationError | undefined, part: Part, value?: unknown): string {
  if (!error) return "The request is not valid.";
  const { path, message } = withShortPath(error);
  const steps = parseJsonPointer(path) ?? [];
  const place = steps
    .map((step, index) => {
      const isPlaceInList = /^\d+$/.test(step) && Array.isArray(resolveJsonPointer(value, steps.slice(0, index)));
      return isPlaceInList ? `[${step}]` : `${index > 0 ? "." : ""}${step}`;
    })
    .join("");
  return `${place || (part === "body" ? "The body" : "The query")} ${message}`;
}

const longestName = 100;

/** The fault without long names that a caller invented: for such a step, the fault of the object that holds it. */
export function withShortPath(error: ValidationError): ValidationError {
  const steps = parseJsonPointer(error.path) ?? [];
  const index = steps.findIndex((step) => step.length > longestName);
  if (index < 0) return error;
  const holds = `holds a member with a name of ${steps[index]?.length ?? 0} characters`;
  return {
    ...error,
    path: steps.slice(0, index).map(pointerStep).join(""),
    message: index === steps.length - 1 ? `${holds} that ${error.message}` : `${holds}, in which something ${error.message}`,
  };
}

/** What a compiled schema reports of a wrong value. */
export type SchemaError = Pick<ReturnType<ReturnType<typeof Compile>["Errors"]>[number], "keyword" | "schemaPath"> & {
  params: Readonly<Record<string, unknown>>;
};

/** Of a request; the refusal names the first 20. */
const mostErrors = 100;

/** TypeBox would stop after eight. */
function errorsOf(check: ReturnType<typeof Compile>, value: unknown, most: number) {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: most });
  try {
    return check.Errors(value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

/** The ways in which a value does not match a compiled schema, up to `most`. `describe` may say it in other words, given the wrong value. */
export function schemaErrorsOf(
  check: ReturnType<typeof Compile>,
  value: unknown,
  describe: (error: SchemaError, memberValue: unknown) => string | undefined = () => undefined,
  most = mostErrors,
): ValidationError[] {
  const errors = errorsOf(check, value, most).flatMap((error): ValidationError[] => {
    const { instancePath, keyword, params, schemaPath } = error;
    const wordsFor = (more: object = params) =>
      describe(
        { keyword, schemaPath, params: more as SchemaError["params"] },
        resolveJsonPointer(value, parseJsonPointer(instancePath) ?? []),
      );
    const names = (list: unknown) => (list as string[]).map((name) => `${instancePath}${pointerStep(name)}`);
    switch (keyword) {
      case "required":
        return names(params.requiredProperties).map((path) => ({ path, code: keyword, message: "is required" }));
      case "additionalProperties":
        return params.additionalProperties.map((name) => {
          const message = wordsFor({ additionalProperties: [name] }) ?? "is not a member that is known";
          return { path: `${instancePath}${pointerStep(name)}`, code: keyword, message };
        });
      case "format":
        return [
          { path: instancePath, code: keyword, message: params.format === "idn-email" ? "must be an e-mail address" : error.message },
        ];
      // Repeats the fault of additionalProperties.
      case "boolean":
        return [];
      default:
        return [{ path: instancePath, code: keyword, message: wordsFor() ?? error.message }];
    }
  });
  return withoutNullBranches(errors);
}

const isNullBranch = ({ code, message }: ValidationError) => code === "type" && message === "must be null";

/** A value that may be null fails in both branches of its union. Its errors are those of the other branch. */
function withoutNullBranches(errors: readonly ValidationError[]): ValidationError[] {
  const nullable = new Set(errors.filter(isNullBranch).map(({ path }) => path));
  if (nullable.size === 0) return [...errors];
  return errors
    .filter((error) => !isNullBranch(error) && !(error.code === "anyOf" && nullable.has(error.path)))
    .map((error) => (error.code === "type" && nullable.has(error.path) ? { ...error, message: `${error.message} or null` } : error));
}

/**
 * The declared parameters only, as values; repeated or unreadable ones are errors. One that is an object has members in brackets: its value
 * has their names as they were sent, each with all of its texts.
 */
function readQuery(
  schema: TObject,
  query: Record<string, string | string[]>,
): { value: Record<string, unknown>; errors: ValidationError[] } {
  const value: Record<string, unknown> = {};
  const errors: ValidationError[] = [];
  for (const [name, declared] of Object.entries(schema.properties) as [string, TSchema & { type?: string; default?: unknown }][]) {
    const text = Object.hasOwn(query, name) ? query[name] : undefined;
    if (declared.type === "object") {
      const members = Object.entries(query).filter(([key]) => key.startsWith(`${name}[`));
      if (text !== undefined) errors.push({ path: `/${name}`, code: "type", message: `must be written as ${name}[field]=value` });
      if (members.length > 0)
        value[name] = Object.fromEntries(members.map(([key, fieldValue]) => [key.slice(name.length), [fieldValue].flat()]));
      continue;
    }
    if (text === undefined) {
      if (declared.default !== undefined) value[name] = declared.default;
      continue;
    }
    const parsed = typeof text === "string" ? readParameter(declared.type, text) : undefined;
    if (parsed === undefined) {
      const message =
        typeof text === "string" ? `must be ${declared.type === "integer" ? "a whole number" : "true or false"}` : "must occur once";
      errors.push({ path: `/${name}`, code: typeof text === "string" ? "type" : "repeated", message });
    } else value[name] = parsed;
  }
  return { value, errors };
}

function readParameter(type: string | undefined, text: string): unknown {
  if (type === "integer") return /^\d{1,100}$/.test(text) ? Number(text) : undefined;
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return text;
}
