import { name, quoted, textOf, textOfPart, type TypeExpression } from "./type-expression.ts";

/** A member of an interface. */
export interface TypeMember {
  /** Undefined: every other name. */
  name: string | undefined;
  isOptional: boolean;
  type: TypeExpression;
  comment: string;
}

/** As in the settings of most formatters. */
export const longestLine = 140;

/** The declarations of one file, in the order in which they were begun, under names that are used once. */
export class TypeDeclarations {
  readonly #names: Set<string>;
  readonly #declarations: string[] = [];
  readonly #hoisted = new Map<string, string>();
  readonly #used = new Set<string>();

  constructor(taken: readonly string[]) {
    this.#names = new Set(taken);
  }

  get text(): string {
    return this.#declarations.join("\n");
  }

  /** The names from elsewhere that the declarations use. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /** A type from elsewhere. */
  use(text: string, ...args: TypeExpression[]): TypeExpression {
    this.#used.add(text);
    return name(text, ...args);
  }

  /** A name made of the words; with a number if it is taken. */
  nameOf(words: readonly string[]): string {
    const plain = pascal(words);
    let free = plain;
    for (let number = 2; this.#names.has(free); number += 1) free = `${plain}${/\d$/.test(plain) ? "_" : ""}${number}`;
    this.#names.add(free);
    return free;
  }

  /** Declares an interface, whose members are made once it has its place. */
  addInterface(typeName: string, comment: string, membersOf: () => readonly TypeMember[]): void {
    const place = this.#declarations.push("") - 1;
    const members = membersOf().map((member) => this.#memberText(typeName, member));
    this.#declarations[place] = `${comment}export interface ${typeName} {\n${members.join("")}}\n`;
  }

  addAlias(typeName: string, comment: string, typeOf: () => TypeExpression): void {
    const place = this.#declarations.push("") - 1;
    this.#declarations[place] = comment + this.#aliasText(typeName, typeOf());
  }

  /** The type, or if it does not fit into a line, the name of a declaration of it. */
  fit(type: TypeExpression, width: number, words: readonly string[]): TypeExpression {
    const text = textOf(type);
    if (text.length <= width || (type.kind === "name" && !type.arguments)) return type;
    if (type.kind === "list") return { kind: "list", item: this.fit(type.item, 0, words) };
    if (type.kind === "name") {
      const args = (type.arguments ?? []).map((each) => (each.kind === "name" && !each.arguments ? each : this.fit(each, 0, words)));
      return name(type.text, ...args);
    }
    const hoistedName = this.#hoisted.get(text);
    if (hoistedName !== undefined) return name(hoistedName);
    const shorter = this.#withShortParts(type, words);
    if (textOf(shorter).length <= width) return shorter;
    const typeName = this.nameOf(words);
    this.#hoisted.set(text, typeName);
    this.addAlias(typeName, "", () => shorter);
    return name(typeName);
  }

  #memberText(typeName: string, { name: member, isOptional, type, comment }: TypeMember): string {
    const start = `  ${member === undefined ? "[name: string]" : propertyName(member)}${isOptional ? "?" : ""}: `;
    const fittedType = this.fit(type, longestLine - start.length - 1, [typeName, member ?? "Value"]);
    return `${comment.replace(/^(?=.)/gm, "  ")}${start}${textOf(fittedType)};\n`;
  }

  #aliasText(typeName: string, type: TypeExpression): string {
    const start = `export type ${typeName} =`;
    const isShort = (each: TypeExpression) => `${start} ${textOf(each)};`.length <= longestLine;
    const fittedType = isShort(type) ? type : this.#withShortParts(type, [typeName]);
    if (isShort(fittedType) || fittedType.kind !== "union") return `${start} ${textOf(fittedType)};\n`;
    return `${start}\n${fittedType.parts.map((part) => `  | ${textOfPart(part)}`).join("\n")};\n`;
  }

  /** The type, with names for those of its parts that alone would take much of a line. */
  #withShortParts(type: TypeExpression, words: readonly string[]): TypeExpression {
    if (type.kind !== "union" && type.kind !== "intersection") return type;
    return { ...type, parts: type.parts.map((part, index) => this.fit(part, longestLine / 2, [...words, String(index + 1)])) };
  }
}

/** Words as the name of a type; a name cannot begin with a digit. */
function pascal(words: readonly string[]): string {
  const joined = words.flatMap((each) => each.split(/[^A-Za-z0-9]+/)).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return joined.join("").replace(/^(?![A-Za-z])/, "T");
}

export function propertyName(text: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text) ? text : quoted(text);
}

/** A comment above a declaration or a member; none without words. No text can end it, or address the compiler. */
export function docComment(...paragraphs: (string | undefined)[]): string {
  const texts = paragraphs.map(linesOf).filter((lines) => lines.length > 0);
  const lines = texts.flatMap((each, index) => (index === 0 ? each : ["", ...each]));
  if (lines.length === 0) return "";
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function linesOf(text = ""): string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) =>
      line
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .replaceAll("*/", "*\\/")
        .replace(/^[/*\s]*@(?=ts-)/, "\\@"),
    )
    .filter((line) => line !== "");
}
