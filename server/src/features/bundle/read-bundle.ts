import { Compile } from "typebox/compile";
import { isNode, type Document, type LineCounter } from "yaml";
import { textFault } from "../../lib/http/json-body.ts";
import { parseJsonPointer, pointerStep, resolveJsonPointer } from "../../lib/json-schema/json-pointer.ts";
import type { Fault } from "../../lib/http/problem.ts";
import { schemaFaultsOf } from "../../lib/http/validation.ts";
import { BundleError, type BundleFault } from "./bundle-error.ts";
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
  faults: Fault[];
  /** Whether a pointer leads to a stand-in, which the author did not write. */
  isInStandIn(path: string): boolean;
  /** Adds the places in the text, as far as they are known. */
  locate(faults: readonly Fault[]): BundleFault[];
}

let compiled: ReturnType<typeof Compile> | undefined;

/** Parses JSON or YAML text and checks its form. Throws BundleError where the mistakes leave nothing to check further. */
export function readBundle(given: string): ReadBundle {
  const text = given.replace(/^\ufeff/, "");
  const { value, locate } = /^\s*\{/.test(text) ? readJson(text) : readYaml(text);
  const textFaults = faultsOfTexts(value);
  if (textFaults.length > 0) throw new BundleError(locate(textFaults));
  compiled ??= Compile(Bundle);
  const check = compiled;
  if (check.Check(value)) return { bundle: value as Bundle, faults: [], isInStandIn: () => false, locate };
  const faults = schemaFaultsOf(check, value).map((fault) => withMinorUnits(fault, value));
  const { repaired, isInStandIn } = withStandIns(value, faults);
  if (!check.Check(repaired)) throw new BundleError(locate(faults));
  return { bundle: repaired as Bundle, faults, isInStandIn, locate };
}

/** Parses JSON or YAML text and checks its form. Throws BundleError with every mistake. */
export function readWellFormedBundle(text: string): Bundle {
  const { bundle, faults, locate } = readBundle(text);
  if (faults.length > 0) throw new BundleError(locate(faults));
  return bundle;
}

const amounts = ["price", "compareAtPrice"];

/** An amount like 2.90 shows that its author does not know of minor units. */
function withMinorUnits(fault: Fault, value: unknown): Fault {
  const steps = parseJsonPointer(fault.path) ?? [];
  if (fault.code !== "type" || !amounts.includes(steps.at(-1) ?? "")) return fault;
  const given = resolveJsonPointer(value, steps);
  const amount = typeof given === "string" && /^\d+([.,]\d+)?$/.test(given) ? Number(given.replace(",", ".")) : given;
  if (typeof amount !== "number") return fault;
  const message = `must be a whole number of minor units, such as cents: ${Math.round(amount * 100)} for ${amount.toFixed(2)}`;
  return { ...fault, message };
}

function readJson(text: string): { value: unknown; locate(faults: readonly Fault[]): BundleFault[] } {
  return { value: parseJson(text), locate: (faults) => locateInJson(text, faults) };
}

function readYaml(text: string): { value: unknown; locate(faults: readonly Fault[]): BundleFault[] } {
  const { document, lines } = parseYaml(text);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new BundleError([{ path: "", code: "yaml", message: "uses too many aliases" }]);
  }
  return { value, locate: (faults) => faults.map((fault) => withPlace(fault, document, lines)) };
}

/** The fault with the place of the nearest part of the document on the path of its pointer. */
function withPlace(fault: Fault, document: Document, lines: LineCounter): BundleFault {
  const steps = stepsTo(fault.path);
  for (let length = steps.length; length > 0; length -= 1) {
    const node = document.getIn(steps.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const { line, col: column } = lines.linePos(node.range[0]);
    return { ...fault, line, column };
  }
  return fault;
}

/** Checks depth, and texts that no database can store. */
function faultsOfTexts(root: unknown): Fault[] {
  const faults: Fault[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (faults.length >= 50) return;
    if (depth > maxDepth) {
      faults.push({ path, code: "too_deep", message: `is nested deeper than ${maxDepth}` });
    } else if (typeof value === "string") {
      const fault = textFault(value);
      if (fault) faults.push({ path, code: "text", message: fault });
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => walk(item, `${path}/${index}`, depth + 1));
    } else if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      faults.push({ path, code: "number", message: "is a number out of range" });
    } else if (value instanceof Date || (typeof value === "number" && !Number.isFinite(value))) {
      faults.push({ path, code: "type", message: "is no JSON value" });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (name === "__proto__")
          faults.push({ path: `${path}/__proto__`, code: "name", message: "is not a member name that is accepted" });
        else walk(member, `${path}${pointerStep(name)}`, depth + 1);
      }
    }
  };
  walk(root, "", 0);
  return faults;
}
