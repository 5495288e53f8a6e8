import { pointerStep, parseJsonPointer, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { completeSeo, type Seo } from "../../../lib/http/seo.ts";
import { isPageSlug, isSlug } from "../../../lib/text/slug.ts";
import type { Binding } from "./binding.ts";
import { maxContentBytes, pageContentType } from "./document.ts";
import { slotErrors, type Slots } from "./slots.ts";

/** A block as authors write it: Vitrine adds a missing id. */
interface AuthoredBlock {
  id?: string;
  type: string;
  props?: Record<string, unknown>;
  bindings?: Record<string, Binding>;
  children?: Record<string, AuthoredBlock[]>;
}

export interface AuthoredPage {
  title: string;
  seo?: Partial<Seo>;
  composition?: AuthoredBlock[];
}

export interface PageContent {
  /** JSON text of `title`, `seo` and `composition`, complete. */
  content: string;
  hasBindings: boolean;
}

/** The demands of a block type on its blocks. */
export interface BlockCheck {
  /** The errors of props. */
  check: (props: unknown) => ValidationError[];
  slots: Slots | null;
}

/** By type; undefined for an unknown one. */
export type BlockChecks = (type: string) => BlockCheck | undefined;

const maxBlockDepth = 10;
const maxBlocks = 1_000;
/** The limit of a page. Each binding is a value to look up when the page is read; several times as many as the fullest real pages have. */
export const maxBindings = 200;

/**
 * Completes a page for storage: SEO members, block ids, empty props. Pure, and deterministic, so that saving the same input again changes
 * nothing.
 */
export function completePage({ title, seo = {}, composition = [] }: AuthoredPage): PageContent {
  let hasBindings = false;
  const taken = new Set<string>();
  collectIds(composition, taken);
  const counts = new Map<string, number>();

  const newId = (type: string): string => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    const id = `${type}-${count}`;
    return taken.has(id) ? newId(type) : id;
  };
  const complete = ({ id, type, props = {}, bindings, children }: AuthoredBlock): AuthoredBlock => {
    if (bindings && Object.keys(bindings).length > 0) hasBindings = true;
    return {
      id: id ?? newId(type),
      type,
      props,
      ...(bindings && Object.keys(bindings).length > 0 ? { bindings } : {}),
      ...(children ? { children: Object.fromEntries(Object.entries(children).map(([slot, blocks]) => [slot, blocks.map(complete)])) } : {}),
    };
  };
  return { content: JSON.stringify({ title, seo: completeSeo(seo), composition: composition.map(complete) }), hasBindings };
}

/** Why a page of the right form cannot be saved: unknown types, invalid props, children outside of slots, bindings that lead nowhere, repeated ids, its size. */
export function pageErrors(page: AuthoredPage, checks: BlockChecks): ValidationError[] {
  const { composition = [] } = page;
  const errors: ValidationError[] = [];
  const ids = new Set<string>();
  let blocks = 0;
  let bound = 0;

  const check = (block: AuthoredBlock, path: string, depth: number): void => {
    const { id, type, props = {}, bindings = {}, children = {} } = block;
    blocks += 1;
    if (blocks === maxBlocks + 1)
      errors.push({ path, code: "too_many_blocks", message: `is one block too many: a page may have ${maxBlocks}` });
    if (depth > maxBlockDepth) {
      errors.push({ path, code: "too_deep", message: `is nested deeper than ${maxBlockDepth} blocks` });
      return;
    }
    if (id !== undefined && ids.has(id))
      errors.push({ path: `${path}/id`, code: "duplicate", message: "is the id of another block of the page" });
    if (id !== undefined) ids.add(id);
    const blockCheck = checks(type);
    if (!blockCheck) errors.push({ path: `${path}/type`, code: "unknown_type", message: `is not one of the site's block types: ${type}` });
    for (const error of blockCheck?.check(props) ?? []) errors.push({ ...error, path: `${path}/props${error.path}` });
    errors.push(...slotErrors(blockCheck?.slots ?? null, children, path));
    for (const [target, binding] of Object.entries(bindings)) {
      bound += 1;
      if (bound === maxBindings + 1) {
        const message = `is one binding too many: a page may have ${maxBindings}`;
        errors.push({ path: `${path}/bindings${pointerStep(target)}`, code: "too_many_bindings", message });
      }
      for (const { message } of bindingErrors(target, binding, props)) {
        errors.push({ path: `${path}/bindings${pointerStep(target)}`, code: "binding", message });
      }
    }
    for (const [slot, nested] of Object.entries(children)) {
      nested.forEach((child, index) => check(child, `${path}/children${pointerStep(slot)}/${index}`, depth + 1));
    }
  };
  composition.forEach((block, index) => check(block, `/composition/${index}`, 1));
  // Content that is nested without end cannot be serialised.
  if (!errors.some(({ code }) => code === "too_deep")) errors.push(...contentErrors(completePage(page).content, ""));
  return errors;
}

/** Why a slug cannot be published. */
export function slugErrors(contentType: string, slug: string): ValidationError[] {
  const isPage = contentType === pageContentType;
  if (slug === "") return [{ path: "/slug", code: "required", message: "is missing" }];
  if (isPage ? isPageSlug(slug) : isSlug(slug)) return [];
  const message = `must have lower-case letters, digits and single hyphens${isPage ? ", in segments with slashes between" : ""}`;
  return [{ path: "/slug", code: "pattern", message }];
}

/** Why a page cannot be published under its title. */
export function titleErrors({ title }: { title: string }): ValidationError[] {
  return title.trim() === "" ? [{ path: "/title", code: "required", message: "is missing" }] : [];
}

/** Why content is too large to be saved, given as JSON text. */
export function contentErrors(content: string, path: string): ValidationError[] {
  const message = `has more than ${maxContentBytes / 1024} KiB as JSON: split it`;
  return Buffer.byteLength(content) > maxContentBytes ? [{ path, code: "too_large", message }] : [];
}

function bindingErrors(target: string, { source, contentType, slug, path }: Binding, props: object): { message: string }[] {
  const tokens = parseJsonPointer(target);
  const parent = tokens && tokens.length > 0 ? resolveJsonPointer(props, tokens.slice(0, -1)) : undefined;
  return [
    ...(typeof parent === "object" && parent !== null ? [] : [{ message: "does not point into the block's props" }]),
    ...(parseJsonPointer(path) ? [] : [{ message: "has a path that is not a JSON Pointer" }]),
    ...(source === "entry" && !(contentType && slug) ? [{ message: "needs contentType and slug" }] : []),
    ...((source === "product" || source === "category") && !slug ? [{ message: "needs a slug" }] : []),
  ];
}

function collectIds(blocks: readonly AuthoredBlock[], ids: Set<string>): void {
  for (const { id, children } of blocks) {
    if (id !== undefined) ids.add(id);
    for (const nested of Object.values(children ?? {})) collectIds(nested, ids);
  }
}
