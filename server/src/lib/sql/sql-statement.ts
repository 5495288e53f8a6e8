import type { SqlValue } from "../../ports/database.ts";

/** A piece of a statement: constant text with its bound parameters. */
export interface SqlPiece {
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];
}

type PieceValue = SqlValue | SqlPiece;

/** A piece, of pieces where it has any. Like `sql`, it makes every other `${…}` a bound parameter, never text. */
export function piece(strings: TemplateStringsArray, ...values: readonly PieceValue[]): SqlPiece {
  const texts = [strings[0] ?? ""];
  const parameters: SqlValue[] = [];
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? "";
    if (!isPiece(value)) {
      parameters.push(value);
      texts.push(after);
      return;
    }
    const [first = "", ...rest] = value.strings;
    texts.push((texts.pop() ?? "") + first, ...rest);
    texts.push((texts.pop() ?? "") + after);
    parameters.push(...value.values);
  });
  return { strings: texts, values: parameters };
}

const templates = new Map<string, TemplateStringsArray>();

/**
 * A statement put together from pieces, for `sql(...statement`select … where ${filters}`)`: one text, and so one plan, for
 * each set of pieces. Every piece is constant, so the texts are as many as the sets, and are kept.
 */
export function statement(strings: TemplateStringsArray, ...values: readonly PieceValue[]): [TemplateStringsArray, ...SqlValue[]] {
  const whole = piece(strings, ...values);
  const text = whole.strings.join("\u0000");
  let template = templates.get(text);
  if (!template) {
    template = Object.assign([...whole.strings], { raw: whole.strings });
    templates.set(text, template);
  }
  return [template, ...whole.values];
}

/** A statement whose text varies with its query, which the database plans with its values and does not keep: `sql(...unnamed(piece`…`))`. */
export function unnamed({ strings, values }: SqlPiece): [TemplateStringsArray, ...SqlValue[]] {
  return [Object.assign([...strings], { raw: strings, isUnnamed: true }), ...values];
}

const separators = { comma: ", ", and: " and ", or: " or " };

/** Pieces as a list, or as tests of which all or one must be met. */
export function joined(pieces: readonly SqlPiece[], by: keyof typeof separators): SqlPiece {
  const separator: SqlPiece = { strings: [separators[by]], values: [] };
  return pieces.length === 0 ? piece`` : pieces.reduce((all, each) => piece`${all}${separator}${each}`);
}

function isPiece(value: PieceValue): value is SqlPiece {
  return typeof value === "object" && value !== null && "strings" in value;
}
