import { findNodeAtLocation, parse, parseTree, type Node, type ParseError } from "jsonc-parser";
import { parseStrictJson } from "../../lib/http/json-body.ts";
import { ProblemError, type Fault } from "../../lib/http/problem.ts";
import { BundleError, type BundleFault } from "./bundle-error.ts";
import { stepsTo } from "./place.ts";
import { maxDepth } from "./read-yaml.ts";

/** Parses the JSON text of a bundle. Throws BundleError, with the place of the mistake. */
export function parseJson(text: string): unknown {
  try {
    return parseStrictJson(text, maxDepth);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { errors = [] } = error.details;
    throw new BundleError(
      errors.some(({ path }) => path === "")
        ? [syntaxFault(text) ?? errors[0]].flatMap((fault) => fault ?? [])
        : locateInJson(text, errors),
    );
  }
}

/** Adds the places in the JSON text. */
export function locateInJson(text: string, faults: readonly Fault[]): BundleFault[] {
  const root = quietly(() => parseTree(text));
  if (!root) return [...faults];
  return faults.map((fault) => {
    const node = nearestNode(root, fault.path);
    return node ? { ...fault, ...placeAt(text, node.offset) } : fault;
  });
}

const names: Record<number, string> = {
  1: "a character that is not allowed here",
  2: "a number that is not well-formed",
  3: "a member's name in double quotes is missing",
  4: "a value is missing",
  5: "a colon is missing",
  6: "a comma is missing",
  7: "a closing brace is missing",
  8: "a closing bracket is missing",
  9: "the text goes on after its end",
  10: "a comment, which JSON does not have",
  12: "a string without its closing quote",
  14: "an escape that is not well-formed",
  15: "an escape that is not known",
  16: "a control character in a string: write it as an escape",
};

/** The first mistake in the syntax. The strict parser tells that there is one, but in most engines not where. */
function syntaxFault(text: string): BundleFault | undefined {
  const errors: ParseError[] = [];
  quietly(() => parse(text, errors, { disallowComments: true, allowTrailingComma: false }) as unknown);
  const [first] = errors;
  if (!first) return undefined;
  const name = names[first.error];
  return { path: "", code: "json", message: `is not well-formed${name ? `: ${name}` : ""}`, ...placeAt(text, first.offset) };
}

function nearestNode(root: Node, path: string): Node | undefined {
  const steps = stepsTo(path);
  for (let length = steps.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, steps.slice(0, length));
    if (node) return node;
  }
  return undefined;
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The parser calls itself for each level: text that is nested a hundred thousand deep has no places. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
