import { findNodeAtLocation, parse, parseTree, type Node, type ParseError } from "jsonc-parser";
import { LineCounter } from "yaml";
import { parseStrictJson } from "../../../lib/http/json-body.ts";
import { ProblemError, type ValidationError } from "../../../lib/http/problem.ts";
import { BundleError, type BundleValidationError } from "./bundle-error.ts";
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
        ? [syntaxError(text) ?? errors[0]].flatMap((error) => error ?? [])
        : locateInJson(text, errors),
    );
  }
}

/** Adds the places in the JSON text. */
export function locateInJson(text: string, errors: readonly ValidationError[]): BundleValidationError[] {
  // The tree takes many times the memory of the text, and so do blanks.
  if (errors.length === 0) return [];
  const root = quietly(() => parseTree(text.trimEnd()));
  if (!root) return [...errors];
  const placeAt = placesIn(text);
  return errors.map((error) => {
    const node = nearestNode(root, error.path);
    if (!node) return error;
    const [ofValue, ofKey] = [node, node.parent?.type === "property" ? node.parent : node].map(({ offset }) => placeAt(offset));
    // A value that begins below its key is found by the key.
    return { ...error, ...(ofKey && ofValue && ofKey.line < ofValue.line ? ofKey : ofValue) };
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
  9: "the text continues after the end of the value",
  10: "a comment, which JSON does not have",
  12: "a string without its closing quote",
  14: "an escape that is not well-formed",
  15: "an escape that is not known",
  16: "a control character in a string: write it as an escape",
};

/** The first mistake in the syntax. The strict parser tells that there is one, but in most engines not where. */
function syntaxError(text: string): BundleValidationError | undefined {
  const errors: ParseError[] = [];
  quietly(() => parse(text, errors, { disallowComments: true, allowTrailingComma: false }) as unknown);
  const [first] = errors;
  if (!first) return undefined;
  const name = names[first.error];
  return { path: "", code: "json", message: `is not well-formed${name ? `: ${name}` : ""}`, ...placesIn(text)(first.offset) };
}

function nearestNode(root: Node, path: string): Node | undefined {
  const steps = stepsTo(path);
  for (let length = steps.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, steps.slice(0, length));
    if (node) return node;
  }
  return undefined;
}

/** Finds the lines of a text once, for any number of places. */
function placesIn(text: string): (offset: number) => { line: number; column: number } {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) lines.addNewLine(end + 1);
  return (offset) => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };
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
