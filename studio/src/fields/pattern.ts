/** The verdict of a pattern about a text; undefined: it cannot be told here, and the server will. In time linear in the text, for any pattern. */
export function matches(pattern: string, text: string): boolean | undefined {
  let program = programs.get(pattern);
  if (program === undefined) {
    if (programs.size > 200) programs.clear();
    programs.set(pattern, (program = compile(pattern)));
  }
  return program === null ? undefined : run(program, Array.from(text));
}

/** `one` takes a character, `assert` a place; `fork` goes on in two places. After the last instruction the text has matched. */
type Instruction =
  | { is: "one"; test(character: string): boolean }
  | { is: "assert"; holds(characters: readonly string[], at: number): boolean }
  | { is: "fork"; to: number; or: number };
type Node =
  | Exclude<Instruction, { is: "fork" }>
  | { is: "all"; parts: Node[] }
  | { is: "any"; parts: Node[] }
  | { is: "repeat"; part: Node; least: number; most: number };

const mostInstructions = 2_000;
const mostSteps = 400_000;
const programs = new Map<string, Instruction[] | null>();

function compile(pattern: string): Instruction[] | null {
  try {
    // What is none for the browser means nothing.
    new RegExp(pattern, "u");
    const program: Instruction[] = [];
    emit(parse(pattern), program);
    return program;
  } catch {
    return null;
  }
}

function parse(pattern: string): Node {
  let at = 0;
  const takes = (text: string) => pattern.startsWith(text, at) && (at += text.length) > 0;
  const takeBy = (form: RegExp): RegExpExecArray | undefined => {
    form.lastIndex = at;
    const match = form.exec(pattern) ?? undefined;
    at += match?.[0].length ?? 0;
    return match;
  };
  const alternatives = (): Node => {
    const parts = [sequence()];
    while (takes("|")) parts.push(sequence());
    return { is: "any", parts };
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") parts.push(repeated(atom()));
    return { is: "all", parts };
  };
  const repeated = (part: Node): Node => {
    const [quantifier, exact, least, most] = takeBy(/(?:[*+?]|\{(?:(\d+)|(\d+),(\d*))\})\??/uy) ?? [];
    if (quantifier === undefined) return part;
    if (exact !== undefined) return { is: "repeat", part, least: Number(exact), most: Number(exact) };
    if (least !== undefined) return { is: "repeat", part, least: Number(least), most: most ? Number(most) : Infinity };
    return { is: "repeat", part, least: quantifier[0] === "+" ? 1 : 0, most: quantifier[0] === "?" ? 1 : Infinity };
  };
  const atom = (): Node => {
    if (takes("^")) return { is: "assert", holds: (_, place) => place === 0 };
    if (takes("$")) return { is: "assert", holds: (characters, place) => place === characters.length };
    if (takes("\\b")) return { is: "assert", holds: isBoundary };
    if (takes("\\B")) return { is: "assert", holds: (characters, place) => !isBoundary(characters, place) };
    if (takeBy(/\((?:\?:|\?<[\p{L}_$][\p{L}\p{N}_$]*>|(?!\?))/uy)) {
      const inner = alternatives();
      takes(")");
      return inner;
    }
    const one = takeBy(/\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[^{]{4}|x..|[pP]\{[^}]*\}|c.|[^1-9k])|[^(\\]/suy)?.[0];
    if (one === undefined) throw new Error("The pattern has a part that is not known here.");
    const form = new RegExp(`^${one}$`, "u");
    return { is: "one", test: (character) => form.test(character) };
  };
  return alternatives();
}

const isWord = (character: string | undefined) => character !== undefined && /^\w$/.test(character);
const isBoundary = (characters: readonly string[], at: number) => isWord(characters[at - 1]) !== isWord(characters[at]);

function emit(node: Node, program: Instruction[]): void {
  if (program.length > mostInstructions) throw new Error("The pattern is too large.");
  const fork = () => {
    const instruction = { is: "fork" as const, to: program.length + 1, or: program.length + 1 };
    program.push(instruction);
    return instruction;
  };
  if (node.is === "one" || node.is === "assert") program.push(node);
  else if (node.is === "all") for (const part of node.parts) emit(part, program);
  else if (node.is === "any") {
    const ends = node.parts.map((part, index) => {
      const start = index < node.parts.length - 1 ? fork() : undefined;
      emit(part, program);
      const end = start && fork();
      if (start) start.or = program.length;
      return end;
    });
    for (const end of ends) if (end) end.to = end.or = program.length;
  } else {
    const { part, least, most } = node;
    for (let count = 0; count < least; count += 1) emit(part, program);
    const before = program.length;
    const forks = Array.from({ length: most === Infinity ? 1 : most - least }, () => {
      const instruction = fork();
      emit(part, program);
      return instruction;
    });
    if (most === Infinity) {
      const back = fork();
      back.to = back.or = before;
    }
    for (const instruction of forks) instruction.or = program.length;
  }
}

/** All ways at once, so that none is tried twice. */
function run(program: readonly Instruction[], characters: readonly string[]): boolean | undefined {
  let steps = 0;
  let here = new Set<number>();
  for (let at = 0; at <= characters.length; at += 1) {
    // It may begin anywhere.
    const places = [...here, 0];
    const reached = new Set<number>();
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      if (reached.has(place)) continue;
      reached.add(place);
      if ((steps += 1) > mostSteps) return undefined;
      const instruction = program[place];
      if (instruction === undefined) return true;
      if (instruction.is === "fork") places.push(instruction.to, instruction.or);
      else if (instruction.is === "assert" && instruction.holds(characters, at)) places.push(place + 1);
    }
    const character = characters[at];
    here = new Set();
    if (character === undefined) return false;
    for (const place of reached) {
      const instruction = program[place];
      if (instruction?.is === "one" && instruction.test(character)) here.add(place + 1);
    }
  }
  return false;
}
