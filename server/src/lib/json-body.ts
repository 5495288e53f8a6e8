import { pointerStep } from "./json-pointer.ts";
import { invalidJson, ProblemError } from "./problem.ts";

/** How deep arrays and objects may be nested. A deeper value could overflow the stack of whoever walks or prints it. */
export const maxJsonDepth = 32;

/**
 * Parses a request's body, or throws `invalid_json` with a pointer to the place. Stricter than JSON.parse where two
 * readers could understand one text differently or a database could not keep it: invalid UTF-8, byte order mark,
 * duplicate members, NUL, lone surrogates, numbers that a double cannot hold exactly, depth (RFC 8259 §4, §6, §8).
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusal("", "must be UTF-8");
  }
  return parseStrictJson(text);
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

/** Runs over well-formed JSON and refuses what JSON.parse lets pass. */
function refuseAmbiguities(text: string, maxDepth: number): void {
  const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;
  const open: { names: Set<string> | undefined; index: number; name: string }[] = [];
  let expectName = false;

  const pointer = () => open.map(({ names, index, name }) => pointerStep(names ? name : index)).join("");

  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    const inside = open.at(-1);
    switch (found[0]) {
      case "{":
      case "[":
        if (open.length === maxDepth) throw refusal(pointer(), `is nested deeper than ${maxDepth}`);
        open.push({ names: found === "{" ? new Set() : undefined, index: 0, name: "" });
        expectName = found === "{";
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
        const string = found.includes("\\") ? (JSON.parse(found) as string) : found.slice(1, -1);
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
        const fault = textFault(string);
        if (fault) throw refusal(pointer(), fault);
        break;
      }
      default: {
        const number = Number(found);
        if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) throw refusal(pointer(), "is a number out of range");
      }
    }
  }
}

/** Why a string cannot be kept and given back unchanged, if it cannot. */
export function textFault(text: string): string | undefined {
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
