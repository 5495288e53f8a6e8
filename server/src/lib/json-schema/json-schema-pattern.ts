import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import { re2Property } from "./unicode-properties.ts";

const maxPatternLength = 500;
/** Instructions that a pattern may compile to. A match costs up to 30 ns for each of them and each character. */
const maxPatternSize = 1_000;

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
    return { size: 0, fault: "is not a regular expression of ECMAScript with the u flag" };
  }
  const escapes = pattern.replaceAll("\\\\", "");
  // In UTF-16 two of these are one character; the linear engine knows only whole characters and would never match.
  if (/\\u[dD][89A-Fa-f]/.test(escapes)) return { size: 0, fault: "spells a character as two halves: write the character itself" };
  // The linear engine would read it as a plain k.
  if (escapes.includes("\\k")) return { size: 0, fault: "uses a back-reference, which takes more than linear time" };
  const [, extension] = /\\[pP]\{((?:Script_Extensions|scx)=[^}]*)\}/.exec(escapes) ?? [];
  if (extension !== undefined) return { size: 0, fault: `uses ${extension}, which the linear-time engine lacks: use Script=…` };
  const outsideClasses = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, "");
  if (/\(\?(?:<[=!]|[^<:])/.test(outsideClasses)) return { size: 0, fault: "uses a look-around or a modifier, which schemas may not" };
  try {
    const size = (expressions.get(pattern)?.size ?? compile(pattern).programSize()) - groupSize;
    return size > maxPatternSize ? { size, fault: "is too large: its repetitions multiply" } : { size };
  } catch {
    return { size: 0, fault: "uses a feature that the linear-time engine lacks, such as a back-reference or a repetition above 1000" };
  }
}

type Spend = (units: number) => void;

/** A compiled pattern, with the states of its matches so far. They depend on the pattern and on texts, and affect no verdict. */
interface Expression {
  test(text: string, spend: Spend): boolean;
  /** Instructions. */
  readonly size: number;
  /** Bytes of the program. */
  readonly bytes: number;
  /** The cost of compiling it and preparing its first match. */
  readonly units: number;
  bytesOfStates(): number;
  forgetStates(): void;
}

// All checks of the process share their programs, so that memory does not grow with the number of schemas.
// A match may add 8 MiB of states, which is the engine's own bound for a pattern, before all are dropped.
const maxProgramBytes = 16 * 1024 * 1024;
const maxStateBytes = 24 * 1024 * 1024;

const expressions = new LRUCache<string, Expression>({
  maxSize: maxProgramBytes,
  sizeCalculation: ({ bytes }) => bytes,
  dispose: (expression) => {
    stateBytes -= expression.bytesOfStates();
  },
});
let stateBytes = 0;
let compilations = 0;

/** The memory of the patterns of all checks of the process: at most 16 MiB of programs, and 24 MiB of states. */
export function patternMemory(): { programBytes: number; stateBytes: number; compilations: number } {
  return { programBytes: expressions.calculatedSize, stateBytes, compilations };
}

function expressionOf(pattern: string, spend: Spend): Expression {
  const cachedExpression = expressions.get(pattern);
  if (cachedExpression) return cachedExpression;
  const expression = prepare(compile(pattern));
  expressions.set(pattern, expression);
  spend(expression.units);
  return expression;
}

/**
 * Makes matchers for the patterns of one schema, in time linear in the text for any pattern. `spend` receives the
 * cost of each step of a match as it happens, in units of up to 30 ns, and may throw to end it there.
 */
export function patternEngine(spend: Spend): (pattern: string) => { test(text: string): boolean } {
  return (pattern) => ({
    test(text) {
      const expression = expressionOf(pattern, spend);
      const before = expression.bytesOfStates();
      try {
        return expression.test(text, spend);
      } finally {
        stateBytes += expression.bytesOfStates() - before;
        if (stateBytes > maxStateBytes) forgetStates();
      }
    },
  });
}

function forgetStates(): void {
  for (const expression of expressions.values()) expression.forgetStates();
  stateBytes = 0;
}

/** Uses internals of the engine (the version is pinned): only there can its states be counted, charged and dropped without recompiling. */
function prepare(compiled: RE2JS): Expression {
  const re2 = compiled.re2();
  const program = re2.prog as { inst: { runes: ArrayLike<number> }[] };
  const { inst } = program;
  const classes = new Map(inst.map((one) => [one.runes, one]));
  const ranges = [...classes.keys()].reduce((sum, { length }) => sum + length, 0);
  // It would walk the class of each repetition to find the characters that the pattern distinguishes: 40 ms for
  // ^\p{L}{0,480}$, where once for each class is enough.
  program.inst = inst.filter((one) => one.runes.length === 0 || classes.get(one.runes) === one);
  const { dfa } = re2 as unknown as { dfa: typeof re2.lazyDFA };
  program.inst = inst;

  let spend: Spend = () => undefined;
  let length = 0;
  // Called for each state that is looked up, known or not. A new one takes a table of all the characters that
  // the pattern distinguishes: 11 KB with \p{L}.
  const closure = dfa.closure.bind(dfa);
  dfa.closure = (...args: Parameters<typeof closure>) => {
    const closureResult = closure(...args);
    spend(50 + 10 * closureResult.pcs.length + (dfa.numClasses >> 3));
    return closureResult;
  };
  // Returns no verdict when it meets too many states to keep: the text is then matched with all of them at once.
  const match = dfa.match.bind(dfa) as (...args: Parameters<typeof dfa.match>) => boolean | null;
  dfa.match = (...args) => {
    const verdict = match(...args);
    if (verdict === null) spend(2 * length * inst.length);
    return verdict;
  };

  return {
    test(text, payer) {
      payer(10 + text.length * Math.ceil(4 + inst.length / 50));
      [spend, length] = [payer, text.length];
      try {
        return compiled.test(text);
      } finally {
        spend = () => undefined;
      }
    },
    size: inst.length,
    // Measured: an instruction takes 300 bytes, a bound of a class 4 in the program and 4 in the table of characters.
    bytes: 2_000 + 300 * inst.length + 8 * ranges,
    units: 2_000 + 100 * inst.length + 10 * ranges,
    bytesOfStates: () => dfa.stateBudget - dfa.memBudget,
    forgetStates() {
      dfa.clearCache();
      compiled.reset();
    },
  };
}

// The group keeps the engine from its path for anchored patterns without alternatives, which copies a class for each of
// its repetitions: 10 to 60 ms and megabytes for ^[\p{L}]{0,150}$, where the others share one.
const groupSize = 2;

function compile(pattern: string): RE2JS {
  compilations += 1;
  return RE2JS.compile(`(${RE2JS.translateRegExp(asEcmaScript(pattern))})`);
}

const spaces = "\\t-\\r \\xA0\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}";
const notSpaces =
  "\\x00-\\x08\\x0E-\\x1F!-\\x9F\\xA1-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}";

/**
 * Spells out what RE2 reads differently: its `\s` has ASCII spaces only, its `.` ends lines at \n alone (ECMA-262 §22.2.2.9), and it has one name for
 * each property.
 */
function asEcmaScript(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\([pP])\{([^}]*)\}|\\[^]|[[\].]/g, (token, escape?: string, property?: string) => {
    if (property === "ASCII") {
      const range = escape === "p" ? "\\x00-\\x7F" : "\\x{80}-\\x{10FFFF}";
      return inClass ? range : `[${range}]`;
    }
    if (escape !== undefined && property !== undefined) return `\\${escape}{${re2Property(property) ?? property}}`;
    if (token === "[" || token === "]") inClass = token === "[";
    if (token === "." && !inClass) return "[^\\n\\r\\x{2028}\\x{2029}]";
    if (token === "\\s") return inClass ? spaces : `[${spaces}]`;
    if (token === "\\S") return inClass ? notSpaces : `[${notSpaces}]`;
    return token;
  });
}
