import { LRUCache } from "lru-cache";
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
    const size = compile(pattern).programSize() - groupSize;
    return size > maxPatternSize ? { size, fault: "is too large: its repetitions multiply" } : { size };
  } catch {
    return { size: 0, fault: "uses what the linear-time engine has not got, such as a back-reference or a repetition above 1000" };
  }
}

/** A pattern as it runs, with the states that its matches have met so far. They depend on the pattern and on texts, and show in no verdict. */
interface Expression {
  test(text: string): boolean;
  readonly size: number;
  /** Bytes of the program. */
  readonly bytes: number;
  /** What compiling it and preparing its first match took. */
  readonly units: number;
  /** Bytes of all the states that were ever made, forgotten or not. */
  bytesMade(): number;
  bytesHeld(): number;
  forget(): void;
}

// All checks of the process share their programs, so that what they hold does not grow with the number of schemas.
const maxProgramBytes = 24 * 1024 * 1024;
const maxStateBytes = 24 * 1024 * 1024;
/** Of one pattern: for most, a state for each character that they can match. */
const maxStateBytesOfOne = 4 * 1024 * 1024;

const expressions = new LRUCache<string, Expression>({
  maxSize: maxProgramBytes,
  sizeCalculation: ({ bytes }) => bytes,
  dispose: (expression) => {
    stateBytes -= expression.bytesHeld();
  },
});
let stateBytes = 0;
let compilations = 0;

/** What the patterns of all the checks of the process hold together: at most 24 MiB of programs, and as much again of states. */
export function patternMemory(): { programBytes: number; stateBytes: number; compilations: number } {
  return { programBytes: expressions.calculatedSize, stateBytes, compilations };
}

function expressionOf(pattern: string, spend: (units: number) => void): Expression {
  const known = expressions.get(pattern);
  if (known) return known;
  const expression = prepare(compile(pattern));
  expressions.set(pattern, expression);
  spend(expression.units);
  return expression;
}

/**
 * Makes matchers for the patterns of one schema, in time linear in the text whatever the pattern. `spend` hears the
 * cost of each match before it begins, in units of 5 to 30 ns, and may throw to prevent it; what the engine had to
 * prepare for a match, and keeps for the next, it hears afterwards.
 */
export function patternEngine(spend: (units: number) => void): (pattern: string) => { test(text: string): boolean } {
  return (pattern) => ({
    test(text) {
      const expression = expressionOf(pattern, spend);
      // Measured: 1 to 2 µs a character for the smallest patterns that meet many states, 10 to 20 µs for the largest.
      spend(Math.ceil((text.length * (expression.size + 50)) / 2));
      const [held, made] = [expression.bytesHeld(), expression.bytesMade()];
      const matches = expression.test(text);
      stateBytes += expression.bytesHeld() - held;
      if (stateBytes > maxStateBytes) forgetStates();
      // A state takes a table of all the classes of characters that the pattern tells apart: 11 KB with \p{L}, in 5 to 10 µs.
      spend((expression.bytesMade() - made) >> 4);
      return matches;
    },
  });
}

function forgetStates(): void {
  for (const expression of expressions.values()) expression.forget();
  stateBytes = 0;
}

/** Reaches into the engine (the version is pinned): only there can its states be counted and forgotten without compiling again. */
function prepare(compiled: RE2JS): Expression {
  const re2 = compiled.re2();
  const program = re2.prog as { inst: { runes: ArrayLike<number> }[] };
  const { inst } = program;
  const classes = new Map(inst.map((one) => [one.runes, one]));
  const ranges = [...classes.keys()].reduce((sum, { length }) => sum + length, 0);
  // It would go through the class of each repetition to find the characters that the pattern tells apart: 40 ms for
  // ^\p{L}{0,480}$, where once for each class is enough.
  program.inst = inst.filter((one) => one.runes.length === 0 || classes.get(one.runes) === one);
  const { dfa } = re2 as unknown as { dfa: typeof re2.lazyDFA };
  program.inst = inst;
  dfa.stateBudget = dfa.memBudget = maxStateBytesOfOne;
  let forgotten = 0;
  const bytesHeld = () => dfa.stateBudget - dfa.memBudget;
  const clear = dfa.clearCache.bind(dfa);
  dfa.clearCache = () => {
    forgotten += bytesHeld();
    clear();
  };
  return {
    test: (text) => compiled.test(text),
    size: compiled.programSize(),
    // Measured: an instruction takes 300 bytes, a range of a class 4 in the program and 4 in the table of classes.
    bytes: 2_000 + 300 * inst.length + 8 * ranges,
    units: 2_000 + 100 * inst.length + 10 * ranges,
    bytesMade: () => forgotten + bytesHeld(),
    bytesHeld,
    forget: () => {
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
