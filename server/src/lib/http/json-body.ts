import { pointerStep } from "../json-schema/json-pointer.ts";
import { invalidJson, ProblemError } from "./problem.ts";

/** How deep arrays and objects may be nested. A deeper value could overflow the stack of the code that walks or prints it. */
const maxJsonDepth = 32;
/** How many members and items a request's body may have in all, unless its operation allows more. Walking them delays all other requests. */
const maxJsonValues = 5_000;

/**
 * Parses a request's body, or throws `invalid_json` with a pointer to the place. Stricter than JSON.parse where two
 * readers could understand one text differently or a database could not keep it: invalid UTF-8, byte order mark,
 * duplicate members, NUL, lone surrogates, numbers that a double cannot hold exactly, depth (RFC 8259 §4, §6, §8). A body
 * with more than `maxValues` members and items is refused before any of them is parsed.
 */
export function parseJsonBody(bytes: Uint8Array, maxValues = maxJsonValues): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusal("", "must be UTF-8");
  }
  if (hasMoreValues(text, maxValues)) throw refusal("", `holds more than ${maxValues} members and items`);
  return parseStrictJson(text);
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Whether JSON text holds more members and items than `most`: each but the first of its object or array follows a comma. */
function hasMoreValues(text: string, most: number): boolean {
  let values = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isInString) {
      if (unit === backslash) index += 1;
      else if (unit === quote) isInString = false;
    } else if (unit === quote) isInString = true;
    // `[` or `{`: the first value in it, if there is one.
    else if (unit === comma || (unit & ~0x20) === 0x5b) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** The same for text that is decoded already. */
export function parseStrictJson(text: string, maxDepth = maxJsonDepth): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal("", "is not well-formed");
  }
  refuseAmbiguities(text, maxDepth);
  return value;
}

/** Runs over well-formed JSON and refuses the errors that JSON.parse accepts. */
function refuseAmbiguities(text: string, maxDepth: number): void {
  const token = /"|-?\d[\d.eE+-]*|[{}[\],:]/g;
  const open: { names: Set<string> | undefined; index: number; name: string }[] = [];
  let expectName = false;

  const pointer = () => open.map(({ names, index, name }) => pointerStep(names ? name : index)).join("");

  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [tokenText] = match;
    const inside = open.at(-1);
    switch (tokenText[0]) {
      case "{":
      case "[":
        if (open.length === maxDepth) throw refusal(pointer(), `is nested deeper than ${maxDepth}`);
        open.push({ names: tokenText === "{" ? new Set() : undefined, index: 0, name: "" });
        expectName = tokenText === "{";
        break;
      case "}":
      case "]":
        open.pop();
        expectName = false;
        break;
      case ",":
        if (inside) inside.index += 1;
        expectName = inside?.names !== undefined;
        break;
      case ":":
        break;
      case '"': {
        token.lastIndex = endOfString(text, match.index);
        const written = text.slice(match.index, token.lastIndex);
        const string = written.includes("\\") ? (JSON.parse(written) as string) : written.slice(1, -1);
        if (expectName && inside?.names) {
          inside.name = string;
          if (inside.names.has(string)) throw refusal(pointer(), "occurs twice");
          // Merged into an object by careless code, these two would change every object of the process.
          if (string === "__proto__" || (string === "prototype" && open.at(-2)?.name === "constructor")) {
            throw refusal(pointer(), "is not a member name that is accepted");
          }
          inside.names.add(string);
          expectName = false;
        }
        const error = textError(string);
        if (error) throw refusal(pointer(), error);
        break;
      }
      default: {
        const number = Number(tokenText);
        if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) throw refusal(pointer(), "is a number out of range");
      }
    }
  }
}

/** The index after the closing quote. Not a pattern: one that repeats an alternative overflows the stack on a long string. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  for (; text[end] !== '"'; end += 1) if (text[end] === "\\") end += 1;
  return end + 1;
}

/** Why a string cannot be kept and given back unchanged, if it cannot. */
export function textError(text: string): string | undefined {
  if (text.includes("\0")) return "holds a NUL character";
  if (!text.isWellFormed()) return "holds half of a surrogate pair";
  return undefined;
}

function refusal(path: string, message: string): ProblemError {
  return new ProblemError(invalidJson, {
    detail: `${path === "" ? "The body" : path} ${message}.`,
    errors: [{ path, code: "invalid_json", message }],
  });
}
