import type { Binding } from "../draft/block.ts";
import { isJsonObject, pointerStep, pointerTokens } from "../draft/json.ts";
import type { Option } from "../parts/choice-props.tsx";
import { wordsOf } from "./choose-field.ts";
import { objectOf, resolve, textIn, type Schema } from "./schema.ts";

/** What products, categories and the site have to bind to: the members of their public answers. */
const ofSource: Readonly<Record<Exclude<Binding["source"], "entry">, readonly string[]>> = {
  product: ["/title", "/description", "/slug", "/price", "/currency", "/variants", "/images"],
  category: ["/title", "/description", "/slug"],
  site: ["/name", "/currency", "/defaultLocale"],
};
const deepest = 3;

/** Whether the value that counts is another one: the place, or one around it, is bound. */
export const isBound = (bindings: Readonly<Record<string, Binding>>, path: string) =>
  Object.keys(bindings).some((bound) => path === bound || path.startsWith(`${bound}/`));

/** The places that a binding can lead to; in an entry, those of its type's schema. */
export function boundPaths(source: Binding["source"], schema: Schema | undefined): Option[] {
  if (source !== "entry") return ofSource[source].map((path) => ({ id: path, label: pointerTokens(path).map(wordsOf).join(" › ") }));
  return schema === undefined ? [] : members(schema, schema, "", "", 0);
}

function members(root: Schema, part: Schema, path: string, label: string, depth: number): Option[] {
  const { properties } = resolve(root, part);
  return Object.entries(objectOf(properties)).flatMap(([name, member]) => {
    if (!isJsonObject(member)) return [];
    const id = path + pointerStep(name);
    const inner = resolve(root, member);
    const words = `${label === "" ? "" : `${label} › `}${textIn(inner.title) ?? wordsOf(name)}`;
    return [{ id, label: words }, ...(depth < deepest ? members(root, inner, id, words, depth + 1) : [])];
  });
}
