import { memberName } from "../app/refusals.ts";
import { texts } from "../app/texts.ts";
import { pointerTokens } from "../draft/json.ts";
import { wordsOf } from "../fields/choose-field.ts";
import { nothing, objectOf, resolve, textIn, type Schema } from "../fields/schema.ts";

/** Members that people do not know by name: they are of the form that drafts have. */
const unnamed = new Set(["composition", "props", "data"]);

/** The members of every document, as its form names them. */
const readMemberNames = (): Readonly<Record<string, string>> => {
  const { title, slug, seoTitle, seoDescription, noIndex } = texts.editor;
  return { "/title": title, "/slug": slug, "/seo/title": seoTitle, "/seo/description": seoDescription, "/seo/noIndex": noIndex };
};

/** A JSON Pointer into a draft or a block as people read it, with the titles of the block's or the content type's schema: `Steps › 2 › Text`. */
export function pointerWords(path: string, schema?: Schema): string {
  const ofDocument = schema
    ? undefined
    : (readMemberNames()[path] ?? (/^\/(seo\b|composition$)/.test(path) ? memberName(path) : undefined));
  if (ofDocument !== undefined) return ofDocument;
  let part = schema ?? nothing;
  const words: string[] = [];
  for (const token of pointerTokens(path)) {
    if (token === "" || (words.length === 0 && unnamed.has(token))) continue;
    const within = resolve(schema ?? nothing, part);
    if (/^\d+$/.test(token)) {
      part = objectOf(within.items);
      words.push(String(Number(token) + 1));
    } else {
      part = objectOf(objectOf(within.properties)[token]);
      words.push(textIn(resolve(schema ?? nothing, part).title) ?? wordsOf(token));
    }
  }
  return words.join(" › ");
}
