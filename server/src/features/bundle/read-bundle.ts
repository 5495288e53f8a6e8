import { Compile } from "typebox/compile";
import { isNode, type Document, type LineCounter } from "yaml";
import { parseStrictJson, textFault } from "../../lib/http/json-body.ts";
import { parseJsonPointer, pointerStep } from "../../lib/json-schema/json-pointer.ts";
import { ProblemError, type Fault } from "../../lib/http/problem.ts";
import { schemaFaultsOf } from "../../lib/http/validation.ts";
import { BundleError, type BundleFault } from "./bundle-error.ts";
import { maxDepth, parseYaml } from "./read-yaml.ts";
import { Bundle } from "./schema.ts";

/** A bundle of the right form, and where in the text its parts are. */
export interface ReadBundle {
  bundle: Bundle;
  /** Adds line numbers, as far as they are known. */
  locate(faults: readonly Fault[]): BundleFault[];
}

let compiled: ReturnType<typeof Compile> | undefined;

/** Parses JSON or YAML text and checks its form. Throws BundleError with every fault. */
export function readBundle(given: string): ReadBundle {
  const text = given.replace(/^\ufeff/, "");
  const { value, locate } = /^\s*\{/.test(text) ? readJson(text) : readYaml(text);
  const textFaults = faultsOfTexts(value);
  compiled ??= Compile(Bundle);
  const check = compiled;
  const faults = textFaults.length > 0 ? textFaults : check.Check(value) ? [] : schemaFaultsOf(check, value);
  if (faults.length > 0) throw new BundleError(locate(faults));
  return { bundle: value as Bundle, locate };
}

function readJson(text: string): { value: unknown; locate(faults: readonly Fault[]): BundleFault[] } {
  try {
    return { value: parseStrictJson(text, maxDepth), locate: (faults) => [...faults] };
  } catch (error) {
    if (error instanceof ProblemError) throw new BundleError(error.details.errors ?? []);
    throw error;
  }
}

function readYaml(text: string): { value: unknown; locate(faults: readonly Fault[]): BundleFault[] } {
  const { document, lines } = parseYaml(text);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new BundleError([{ path: "", code: "yaml", message: "uses too many aliases" }]);
  }
  return { value, locate: (faults) => faults.map((fault) => withLine(fault, document, lines)) };
}

/** The fault with the line of the nearest part of the document on the path of its pointer. */
function withLine(fault: Fault, document: Document, lines: LineCounter): BundleFault {
  const tokens: (string | number)[] = (parseJsonPointer(fault.path) ?? []).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
  for (let length = tokens.length; length > 0; length -= 1) {
    const node = document.getIn(tokens.slice(0, length), true);
    if (isNode(node) && node.range) return { ...fault, line: lines.linePos(node.range[0]).line };
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
