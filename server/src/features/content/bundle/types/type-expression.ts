/** Types of TypeScript, as far as the types of a site need them. */

export type TypeExpression =
  | { kind: "name"; text: string; arguments?: readonly TypeExpression[] }
  | { kind: "list"; item: TypeExpression }
  | { kind: "union" | "intersection"; parts: readonly TypeExpression[] };

export function name(text: string, ...args: TypeExpression[]): TypeExpression {
  return args.length > 0 ? { kind: "name", text, arguments: args } : { kind: "name", text };
}

export const [unknown, never] = [name("unknown"), name("never")];

export function list(item: TypeExpression): TypeExpression {
  return { kind: "list", item };
}

export function union(all: readonly TypeExpression[]): TypeExpression {
  const parts = distinct(all.flatMap((each) => (each.kind === "union" ? each.parts : [each])).filter((each) => !isSame(each, never)));
  if (parts.some((each) => isSame(each, unknown))) return unknown;
  return parts.length > 1 ? { kind: "union", parts } : (parts[0] ?? never);
}

export function intersection(all: readonly TypeExpression[]): TypeExpression {
  const parts = distinct(
    all.flatMap((each) => (each.kind === "intersection" ? each.parts : [each])).filter((each) => !isSame(each, unknown)),
  );
  if (parts.some((each) => isSame(each, never))) return never;
  return parts.length > 1 ? { kind: "intersection", parts } : (parts[0] ?? unknown);
}

/** A text, a number, true, false or null as a type. */
export function literal(value: unknown): TypeExpression {
  return name(typeof value === "string" ? quoted(value) : typeof value === "number" ? String(value).replace("e+", "e") : String(value));
}

export function textOf(expression: TypeExpression): string {
  switch (expression.kind) {
    case "name":
      return expression.arguments ? `${expression.text}<${expression.arguments.map(textOf).join(", ")}>` : expression.text;
    case "list":
      return expression.item.kind === "name" || expression.item.kind === "list"
        ? `${textOf(expression.item)}[]`
        : `(${textOf(expression.item)})[]`;
    case "intersection":
      return expression.parts.map((part) => (part.kind === "union" ? `(${textOf(part)})` : textOf(part))).join(" & ");
    case "union":
      return expression.parts.map(textOfPart).join(" | ");
  }
}

/** The text of a part of a union. */
export function textOfPart(part: TypeExpression): string {
  return part.kind === "intersection" ? `(${textOf(part)})` : textOf(part);
}

/** With the quotation marks that need fewer escapes. */
export function quoted(text: string): string {
  // Some tools end lines at these two, within a text as well.
  const json = JSON.stringify(text).replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
  const [doubles, singles] = [text.split('"').length, text.split("'").length];
  return doubles > singles ? `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : json;
}

function distinct(all: readonly TypeExpression[]): TypeExpression[] {
  return [...new Map(all.map((each) => [textOf(each), each])).values()];
}

function isSame(one: TypeExpression, other: TypeExpression): boolean {
  return textOf(one) === textOf(other);
}
