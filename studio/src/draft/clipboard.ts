import { withNewIds, type Block, type MakeId } from "./block.ts";
import { isJsonObject } from "./json.ts";
import { countBlocks } from "./places.ts";
import { outermost } from "./tree.ts";

/** The first member of the text, by which we know it. */
const mark = "vitrine/blocks";
const version = 1;
/** In characters: more than the largest page has. */
const longest = 2_000_000;
const mostBlocks = 1_000;
const deepest = 10;
const sources: readonly unknown[] = ["entry", "product", "category", "site"];

/** Blocks as text for the clipboard, in the order of the page, each with everything inside. */
export function copyBlocks(blocks: readonly Block[], ids: Iterable<string>): string {
  return JSON.stringify({ [mark]: version, blocks: outermost(blocks, ids).map(({ block }) => block) });
}

/** The blocks of such a text, with new ids. Undefined: the text is something else, or too much for a page. */
export function pasteBlocks(text: string, makeId?: MakeId): readonly Block[] | undefined {
  if (text.length > longest || !text.includes(mark)) return undefined;
  const value = parsed(text);
  if (!isJsonObject(value) || !hasOnly(value, mark, "blocks") || value[mark] !== version) return undefined;
  const { blocks } = value;
  if (!areBlocks(blocks, 1) || blocks.length === 0 || countBlocks(blocks) > mostBlocks) return undefined;
  return withNewIds(blocks, makeId);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function areBlocks(value: unknown, depth: number): value is readonly Block[] {
  return Array.isArray(value) && depth <= deepest && value.every((block) => isBlock(block, depth));
}

function isBlock(value: unknown, depth: number): value is Block {
  if (!isJsonObject(value) || !hasOnly(value, "id", "type", "props", "bindings", "children")) return false;
  const { id, type, props, bindings, children } = value;
  if (typeof id !== "string" || typeof type !== "string" || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(type) || type.length > 100) return false;
  if (!isJsonObject(props)) return false;
  if (bindings !== undefined && !(isJsonObject(bindings) && Object.values(bindings).every(isBinding))) return false;
  if (children === undefined) return true;
  return (
    isJsonObject(children) &&
    Object.entries(children).every(([slot, nested]) => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(slot) && areBlocks(nested, depth + 1))
  );
}

function isBinding(value: unknown): boolean {
  if (!isJsonObject(value) || !hasOnly(value, "source", "contentType", "slug", "path")) return false;
  const { source, contentType = "", slug = "", path } = value;
  return sources.includes(source) && [contentType, slug, path].every((text) => typeof text === "string");
}

function hasOnly(value: object, ...names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
