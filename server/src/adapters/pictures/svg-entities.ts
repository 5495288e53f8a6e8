import { maxDrawingBytes, maxEntities, maxEntityLength } from "./limits.ts";
import { refusedType } from "./refusal.ts";
import { tooMuchDrawn } from "./svg-check.ts";

const name = /[\p{L}_:][\p{L}\p{N}_:.-]*/u.source;
const quoted = /"[^"]*"|'[^']*'/.source;
const aside = /\s+|<!--[^]*?-->|<\?[^]*?\?>/y;
/** To where the declarations begin that are in the file itself. */
const doctype = new RegExp(`<!DOCTYPE(?:[^"'[>]|${quoted})*\\[`, "y");
/** Matches any declaration of a DTD. Only entities count, as in browsers. */
const declaration = new RegExp(
  `${aside.source}|<!(?:ELEMENT|ATTLIST|NOTATION)(?:[^"'>]|${quoted})*>|<!ENTITY\\s+(${name})\\s+(${quoted})\\s*>`,
  "uy",
);
/** Matches the parts of a document in which entities are not expanded, and references to entities. */
const used = new RegExp(`<!--(?:[^]*?-->|[^]*)|<!\\[CDATA\\[(?:[^]*?\\]\\]>|[^]*)|<\\?(?:[^]*?\\?>|[^]*)|&(${name});`, "gu");
const predefined = new Set(["lt", "gt", "amp", "quot", "apos"]);

/**
 * The drawing with its own entities replaced and without their declarations: Illustrator writes the names of namespaces as entities. Throws Refused for those
 * that are not plain text, of which others could be made, and where the drawing would be too long with them.
 */
export function withoutEntities(text: string): string {
  if (!text.includes("<!ENTITY")) return text;
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (next(aside));
  // Otherwise they are in a comment, or where no drawing has them: then it is not well-formed.
  if (!next(doctype)) return text;
  const start = text.slice(0, at - 1);
  const values = new Map<string, string>();
  while (text[at] !== "]") {
    const match = next(declaration);
    if (!match) throw notPlain();
    const [, entity, literal = ""] = match;
    if (entity !== undefined) declare(values, entity, literal.slice(1, -1));
  }
  return start + replaced(text.slice(at + 1), values);
}

function declare(values: Map<string, string>, entity: string, value: string): void {
  if (/[<&%]/.test(value) || value.length > maxEntityLength || values.size === maxEntities) throw notPlain();
  // Of several of one name, the first counts; those of XML are as they are.
  if (values.has(entity) || predefined.has(entity)) return;
  values.set(entity, value.replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&apos;"));
}

function replaced(text: string, values: ReadonlyMap<string, string>): string {
  let added = 0;
  return text.replaceAll(used, (piece: string, entity: string | undefined) => {
    const value = entity === undefined ? undefined : values.get(entity);
    if (value === undefined) return piece;
    added += value.length;
    if (added > maxDrawingBytes) throw tooMuchDrawn();
    return value;
  });
}

function notPlain() {
  return refusedType("The drawing declares entities that are not short plain texts: save it as plain SVG.");
}
