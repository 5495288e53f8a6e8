import { Compile } from "typebox/compile";
import { isMap, isNode, type Document, type LineCounter } from "yaml";
import { textError } from "../../../lib/http/json-body.ts";
import { parseJsonPointer, pointerStep, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { currencyDigits } from "../../../lib/text/money.ts";
import { schemaErrorsOf } from "../../../lib/http/validation.ts";
import { BundleError, maxErrors, type BundleValidationError } from "./bundle-error.ts";
import { describeFormError } from "./form-errors.ts";
import { stepsTo } from "./place.ts";
import { locateInJson, parseJson } from "./read-json.ts";
import { maxDepth, parseYaml } from "./read-yaml.ts";
import { Bundle } from "./schema.ts";
import { withStandIns } from "./stand-ins.ts";

/** The text of a bundle that may have mistakes in its form. */
export interface ReadBundle {
  /** With a stand-in for each item that is not of the right form, so that the others can be checked against the whole. */
  bundle: Bundle;
  /** Every mistake in the form. */
  errors: ValidationError[];
  /** Whether a pointer leads to a stand-in, which the author did not write. */
  isInStandIn(path: string): boolean;
  /** Adds the places in the text, as far as they are known. */
  locate(errors: readonly ValidationError[]): BundleValidationError[];
}

let compiled: ReturnType<typeof Compile> | undefined;

/** Parses JSON or YAML text and checks its form. Throws BundleError where the mistakes leave nothing to check further. */
export function readBundle(source: string): ReadBundle {
  const text = source.replace(/^\ufeff/, "");
  const { value, locate } = /^\s*\{/.test(text) ? readJson(text) : readYaml(text);
  const textErrors = errorsOfTexts(value);
  if (textErrors.length > 0) throw new BundleError(locate(textErrors));
  compiled ??= Compile(Bundle);
  const check = compiled;
  if (check.Check(value)) return { bundle: value as Bundle, errors: [], isInStandIn: () => false, locate };
  const all = schemaErrorsOf(check, value, describeFormError, maxErrors).map((error) => withMinorUnits(error, value));
  // An empty text is also blank: one fault says enough.
  const errors = all.filter(
    ({ path, code }) => code !== "pattern" || !all.some((other) => other.path === path && other.code === "minLength"),
  );
  const { repaired, isInStandIn } = withStandIns(value, errors);
  if (!check.Check(repaired)) throw new BundleError(locate(errors));
  return { bundle: repaired as Bundle, errors, isInStandIn, locate };
}

/** Parses JSON or YAML text and checks its form. Throws BundleError with every mistake. */
export function readWellFormedBundle(text: string): Bundle {
  const { bundle, errors, locate } = readBundle(text);
  if (errors.length > 0) throw new BundleError(locate(errors));
  return bundle;
}

const amounts = ["price", "compareAtPrice"];
const amountsByCurrency = ["prices", "compareAtPrices"];

/** An amount like 2.90 shows that its author does not know of minor units. */
function withMinorUnits(error: ValidationError, value: unknown): ValidationError {
  const steps = parseJsonPointer(error.path) ?? [];
  if (error.code !== "type" || !(amounts.includes(steps.at(-1) ?? "") || amountsByCurrency.includes(steps.at(-2) ?? ""))) return error;
  const rawAmount = resolveJsonPointer(value, steps);
  // A whole number in quotes is one of minor units already.
  if (typeof rawAmount === "string" && /^\d+$/.test(rawAmount))
    return { ...error, message: `must be a number: write ${rawAmount} without quotes` };
  const amount = typeof rawAmount === "string" && /^\d+[.,]\d+$/.test(rawAmount) ? Number(rawAmount.replace(",", ".")) : rawAmount;
  if (typeof amount !== "number") return error;
  const digits = currencyDigits(currencyAt(value, steps));
  const whole = Math.round(amount * 10 ** digits);
  return { ...error, message: `must be a whole number of minor units, such as cents: ${whole} for ${amount.toFixed(digits)}` };
}

/** The currency of a price: that by which it is named, or else that of its product or plan, or else the site's. */
function currencyAt(value: unknown, steps: readonly string[]): string {
  if (amountsByCurrency.includes(steps.at(-2) ?? "")) return steps.at(-1) ?? "";
  const currency = resolveJsonPointer(value, [...steps.slice(0, 2), "currency"]) ?? resolveJsonPointer(value, ["site", "currency"]);
  return typeof currency === "string" ? currency : "";
}

function readJson(text: string): { value: unknown; locate(errors: readonly ValidationError[]): BundleValidationError[] } {
  return { value: parseJson(text), locate: (errors) => locateInJson(text, errors) };
}

function readYaml(text: string): { value: unknown; locate(errors: readonly ValidationError[]): BundleValidationError[] } {
  const { document, lines } = parseYaml(text);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new BundleError([{ path: "", code: "yaml", message: "uses too many aliases" }]);
  }
  return { value, locate: (errors) => errors.map((error) => withPlace(error, document, lines)) };
}

/** The fault with the place of the nearest part of the document on the path of its pointer. */
function withPlace(error: ValidationError, document: Document, lines: LineCounter): BundleValidationError {
  const steps = stepsTo(error.path);
  for (let length = steps.length; length > 0; length -= 1) {
    const node = document.getIn(steps.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const inMap = document.getIn(steps.slice(0, length - 1), true);
    const key = isMap(inMap) ? inMap.items.find(({ value }) => value === node)?.key : undefined;
    const ofValue = lines.linePos(node.range[0]);
    const ofKey = isNode(key) && key.range ? lines.linePos(key.range[0]) : ofValue;
    // A value that begins below its key is found by the key.
    const { line, col: column } = ofKey.line < ofValue.line ? ofKey : ofValue;
    return { ...error, line, column };
  }
  return error;
}

/** Checks depth, and texts that no database can store. */
function errorsOfTexts(root: unknown): ValidationError[] {
  const errors: ValidationError[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (errors.length >= 50) return;
    if (depth > maxDepth) {
      errors.push({ path, code: "too_deep", message: `is nested deeper than ${maxDepth}` });
    } else if (typeof value === "string") {
      const error = textError(value);
      if (error) errors.push({ path, code: "text", message: error });
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => walk(item, `${path}/${index}`, depth + 1));
    } else if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      errors.push({ path, code: "number", message: "is a number out of range" });
    } else if (value instanceof Date || (typeof value === "number" && !Number.isFinite(value))) {
      errors.push({ path, code: "type", message: "is not a JSON value" });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (name === "__proto__")
          errors.push({ path: `${path}/__proto__`, code: "name", message: "is not a member name that is accepted" });
        else walk(member, `${path}${pointerStep(name)}`, depth + 1);
      }
    }
  };
  walk(root, "", 0);
  return errors;
}
