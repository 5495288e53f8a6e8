import { Compile } from "typebox/compile";
import type { TObject, TSchema } from "typebox";
import { parseJsonPointer, pointerStep, resolveJsonPointer } from "../json-schema/json-pointer.ts";
import { invalidQuery, ProblemError, validationFailed, type Fault } from "./problem.ts";

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
    const read = part === "querystring" ? readQuery(schema as TObject, value as Record<string, string | string[]>) : { value, faults: [] };
    if (read.faults.length === 0 && check.Check(read.value)) return { value: read.value };
    const faults = (read.faults.length > 0 ? read.faults : schemaFaultsOf(check, read.value)).slice(0, 20).map(withShortPath);
    const refusal = part === "body" ? validationFailed : invalidQuery;
    return { error: new ProblemError(refusal, { detail: describeFault(faults[0], part, value), errors: faults }) };
  };
}

/**
 * A sentence for a person, in familiar notation: `items[0].quantity must be >= 1`. Only the faulty value
 * shows which steps are lists: without it, a place in a list reads like a member, `items.0.quantity`.
 */
export function describeFault(fault: Fault | undefined, part: Part, value?: unknown): string {
  if (!fault) return "The request is not valid.";
  const { path, message } = withShortPath(fault);
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
export function withShortPath(fault: Fault): Fault {
  const steps = parseJsonPointer(fault.path) ?? [];
  const index = steps.findIndex((step) => step.length > longestName);
  if (index < 0) return fault;
  const holds = `holds a member with a name of ${steps[index]?.length ?? 0} characters`;
  return {
    ...fault,
    path: steps.slice(0, index).map(pointerStep).join(""),
    message: index === steps.length - 1 ? `${holds} that ${fault.message}` : `${holds}, in which something ${fault.message}`,
  };
}

/** Every way in which a value does not match a compiled schema. */
export function schemaFaultsOf(check: ReturnType<typeof Compile>, value: unknown): Fault[] {
  const faults = check.Errors(value).flatMap(({ instancePath, keyword, message, params }): Fault[] => {
    const names = (list: unknown) => (list as string[]).map((name) => `${instancePath}${pointerStep(name)}`);
    switch (keyword) {
      case "required":
        return names(params.requiredProperties).map((path) => ({ path, code: keyword, message: "is required" }));
      case "additionalProperties":
        return names(params.additionalProperties).map((path) => ({ path, code: keyword, message: "is not a member that is known" }));
      case "format":
        return [{ path: instancePath, code: keyword, message: params.format === "idn-email" ? "must be an e-mail address" : message }];
      // Repeats the fault of additionalProperties.
      case "boolean":
        return [];
      default:
        return [{ path: instancePath, code: keyword, message }];
    }
  });
  return withoutNullBranches(faults);
}

const isNullBranch = ({ code, message }: Fault) => code === "type" && message === "must be null";

/** A value that may be null fails in both branches of its union. Its faults are those of the other branch. */
function withoutNullBranches(faults: readonly Fault[]): Fault[] {
  const nullable = new Set(faults.filter(isNullBranch).map(({ path }) => path));
  if (nullable.size === 0) return [...faults];
  return faults
    .filter((fault) => !isNullBranch(fault) && !(fault.code === "anyOf" && nullable.has(fault.path)))
    .map((fault) => (fault.code === "type" && nullable.has(fault.path) ? { ...fault, message: `${fault.message} or null` } : fault));
}

/**
 * The declared parameters only, as values; repeated or unreadable ones are faults. One that is an object has members in brackets: its value
 * has their names as they were sent, each with all of its texts.
 */
function readQuery(schema: TObject, query: Record<string, string | string[]>): { value: Record<string, unknown>; faults: Fault[] } {
  const value: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, declared] of Object.entries(schema.properties) as [string, TSchema & { type?: string; default?: unknown }][]) {
    const text = Object.hasOwn(query, name) ? query[name] : undefined;
    if (declared.type === "object") {
      const members = Object.entries(query).filter(([key]) => key.startsWith(`${name}[`));
      if (text !== undefined) faults.push({ path: `/${name}`, code: "type", message: `must be written as ${name}[field]=value` });
      if (members.length > 0) value[name] = Object.fromEntries(members.map(([key, given]) => [key.slice(name.length), [given].flat()]));
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
      faults.push({ path: `/${name}`, code: typeof text === "string" ? "type" : "repeated", message });
    } else value[name] = parsed;
  }
  return { value, faults };
}

function readParameter(type: string | undefined, text: string): unknown {
  if (type === "integer") return /^\d{1,100}$/.test(text) ? Number(text) : undefined;
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return text;
}
