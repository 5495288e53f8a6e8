import { RE2JS } from "re2js";

export const maxPatternLength = 500;
/** Instructions that a pattern may compile to. A match costs up to 30 ns for each of them and each character. */
export const maxPatternSize = 1_000;

export interface ReadPattern {
  /** Instructions, as far as it compiles at all. */
  size: number;
  /** Why tenants may not use it. */
  fault?: string;
}

/** Whether a pattern is one of ECMAScript with the `u` flag that can be matched in linear time, and how large it is. */
export function readPattern(pattern: string): ReadPattern {
  if (pattern.length > maxPatternLength) return { size: 0, fault: `is longer than ${maxPatternLength} characters` };
  try {
    // Editors and pages check with this engine, so a pattern has to mean something there as well.
    new RegExp(pattern, "u");
  } catch {
    return { size: 0, fault: "is no regular expression of ECMAScript with the u flag" };
  }
  const escapes = pattern.replaceAll("\\\\", "");
  // In UTF-16 two of these are one character; the linear engine knows only whole characters and would never match.
  if (/\\u[dD][89A-Fa-f]/.test(escapes)) return { size: 0, fault: "spells a character as two halves: write the character itself" };
  // Which the linear engine would read as a mere k.
  if (escapes.includes("\\k")) return { size: 0, fault: "uses a back-reference, which takes more than linear time" };
  const outsideClasses = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, "");
  if (/\(\?(?:<[=!]|[^<:])/.test(outsideClasses)) return { size: 0, fault: "uses a look-around or a modifier, which schemas may not" };
  try {
    const size = compile(pattern).programSize();
    return size > maxPatternSize ? { size, fault: "is too large: its repetitions multiply" } : { size };
  } catch {
    return { size: 0, fault: "uses what the linear-time engine has not got, such as a back-reference or a repetition above 1000" };
  }
}

// The engine keeps the states that it has met, up to 8 MB for each pattern, and a new state is met for a character at
// most. So its memory follows the work done: after this many units (2 to 3 MB at worst) it is thrown away.
const forgetAfterUnits = 250_000;

/**
 * Makes matchers for the patterns of one schema, in time linear in the text whatever the pattern. `spend` hears the
 * cost of each match before it begins, in units of 10 to 30 ns at worst, and may throw to prevent it.
 */
export function patternEngine(spend: (units: number) => void): {
  (pattern: string): { test(text: string): boolean; toString(): string };
  code: string;
} {
  const expressions = new Map<string, RE2JS>();
  let unitsSinceForgotten = 0;

  function expressionOf(pattern: string): RE2JS {
    const known = expressions.get(pattern);
    if (known) return known;
    const expression = compile(pattern);
    expressions.set(pattern, expression);
    return expression;
  }
  function matcher(pattern: string) {
    // Measured: 3 µs a character for the smallest patterns that meet many states, 30 µs for the largest.
    const unitsPerCharacter = (expressionOf(pattern).programSize() + 50) / 2;
    return {
      test(text: string): boolean {
        const units = Math.ceil(text.length * unitsPerCharacter);
        spend(units);
        unitsSinceForgotten += units;
        if (unitsSinceForgotten > forgetAfterUnits) {
          expressions.clear();
          unitsSinceForgotten = units;
        }
        return expressionOf(pattern).test(text);
      },
      // Ajv keeps one matcher for each text that this gives: with the default it would use the first pattern for all.
      toString: () => pattern,
    };
  }
  // Ajv wants to know how to write the function into a file, which nobody asks of it here.
  matcher.code = "linear-time patterns";
  return matcher;
}

function compile(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(asEcmaScript(pattern)));
}

const spaces = "\\t-\\r \\xA0\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}";
const notSpaces =
  "\\x00-\\x08\\x0E-\\x1F!-\\x9F\\xA1-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}";

/** Spells out what RE2 reads differently: its `\s` has ASCII spaces only, and its `.` ends lines at \n alone (ECMA-262 §22.2.2.9). */
function asEcmaScript(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\[^]|[[\].]/g, (token) => {
    if (token === "[" || token === "]") inClass = token === "[";
    if (token === "." && !inClass) return "[^\\n\\r\\x{2028}\\x{2029}]";
    if (token === "\\s") return inClass ? spaces : `[${spaces}]`;
    if (token === "\\S") return inClass ? notSpaces : `[${notSpaces}]`;
    return token;
  });
}
