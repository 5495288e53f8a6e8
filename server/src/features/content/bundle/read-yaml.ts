import { CST, isScalar, Lexer, LineCounter, parseDocument, Parser, visit, type Document, type YAMLError, type YAMLMap } from "yaml";
import { BundleError, type BundleValidationError } from "./bundle-error.ts";

/** A YAML text that is one document, and the counter of its lines. */
export interface YamlDocument {
  document: Document;
  lines: LineCounter;
}

/** How deep arrays and objects of a bundle may be nested. */
export const maxDepth = 64;
// A YAML document becomes a tree of nodes many times its size before it becomes values.
const maxBytes = 16 * 1024 * 1024;
const maxNodes = 300_000;
/** The lexemes that start a node. A collection without a sign of its own is one more node, which is not counted. */
const beginnings: ReadonlySet<string | null> = new Set([
  ...["scalar", "single-quoted-scalar", "double-quoted-scalar", "block-scalar-header", "alias"],
  ...["seq-item-ind", "flow-map-start", "flow-seq-start"],
]);

/** Parses YAML 1.2 text. Throws BundleError for text that is not well-formed, is ambiguous, or is more than one process should hold. */
export function parseYaml(text: string): YamlDocument {
  const excess = yamlExcess(text);
  if (excess) throw new BundleError([excess]);
  const lines = new LineCounter();
  // The parser compares each key with all others of its mapping: for a hundred thousand keys that takes minutes.
  const document = parseDocument(text, { lineCounter: lines, version: "1.2", uniqueKeys: false, merge: false, prettyErrors: false });
  // The others are mostly effects of the first one.
  const [error] = document.errors;
  const errors = error ? [syntaxError(error, text, lines)] : repeatedKeys(document, lines);
  if (errors.length > 0) throw new BundleError(errors);
  return { document, lines };
}

/** Why a text exceeds the limits, if it does, and where the excess begins. Checked before any node is built. */
export function yamlExcess(text: string): BundleValidationError | undefined {
  const instead = "of YAML: use JSON for it";
  if (text.length > maxBytes) return { path: "", code: "too_large", message: `is larger than ${maxBytes >> 20} MiB ${instead}` };
  let [nodes, line, isText] = [0, 1, false];
  const parser = new Parser(() => (line += 1));
  for (const lexeme of new Lexer().lex(text)) {
    // The token after the sign for a plain scalar is its text, even if it looks like another sign.
    const kind = isText ? null : CST.tokenType(lexeme);
    isText = kind === "scalar";
    if (beginnings.has(kind)) nodes += 1;
    for (const _token of parser.next(lexeme)) continue;
    if (nodes > maxNodes) return { path: "", code: "too_large", message: `has more than ${maxNodes} nodes ${instead}`, line };
    // Besides collections it counts the document, the scalar, and an empty collection.
    if (parser.stack.length > maxDepth + 3) return { path: "", code: "too_deep", message: `is nested deeper than ${maxDepth}`, line };
  }
  return undefined;
}

/** A line whose value has a colon and a blank, outside of quotes and brackets: `title: About: us`. */
const unquotedColon = /^\s*(?:- +)*([\w-]+): +[^\s"'[{|>&*!#][^#]*:(?:\s|$)/;

function syntaxError({ message, pos }: YAMLError, text: string, lines: LineCounter): BundleValidationError {
  const place = lines.linePos(pos[0]);
  const start = lines.lineStarts[place.line - 1] ?? 0;
  const [line = ""] = text.slice(start, start + 1_000).split("\n", 1);
  const key = unquotedColon.exec(line)?.[1];
  return createYamlError(
    `is not well-formed: ${key === undefined ? message : `the value of ${key} has a colon: put the value in quotes`}`,
    place,
  );
}

/** Two keys of one mapping that are the same member of an object: readers do not agree on which one counts. */
function repeatedKeys(document: Document, lines: LineCounter): BundleValidationError[] {
  const errors: BundleValidationError[] = [];
  visit(document, {
    Map: (_key, map: YAMLMap) => {
      const names = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar<string | number | boolean | null>(key)) continue;
        const name = key.value === null ? "" : String(key.value);
        if (names.has(name))
          errors.push(createYamlError(`has the key ${JSON.stringify(name)} twice: remove one of them`, lines.linePos(key.range?.[0] ?? 0)));
        names.add(name);
      }
    },
  });
  return errors;
}

function createYamlError(message: string, { line, col: column }: { line: number; col: number }): BundleValidationError {
  return { path: "", code: "yaml", message, line, column };
}
