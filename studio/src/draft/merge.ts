import type { Block, EditedDraft, Seo } from "./block.ts";
import { mergeBlocks } from "./merge-tree.ts";
import { mergeMembers, mergeValues, type Report } from "./merge-values.ts";

/**
 * Something that both sides changed, differently. A value that is undefined is absent. With an empty path it is a whole block that one side removed (undefined)
 * and the other one edited.
 */
export interface Conflict {
  /** The id of the block; absent: the draft itself. */
  readonly block?: string;
  /** JSON Pointer into the block (`/props/title`, `/type`, `/bindings/~1title`), or into the draft (`/slug`, `/seo/title`, `/data/body`). */
  readonly path: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Of a removed block: blocks inside that neither side removed. They stay when it goes. */
  readonly keeps?: readonly string[];
}

export interface Merge {
  /** With mine where there are conflicts; a block that one side removed and the other one edited is in it. */
  readonly draft: EditedDraft;
  readonly conflicts: readonly Conflict[];
}

/** One draft out of two that were made from the same one. */
export function merge(base: EditedDraft, mine: EditedDraft, theirs: EditedDraft): Merge {
  if (mine === theirs || theirs === base) return { draft: mine, conflicts: [] };
  if (mine === base) return { draft: theirs, conflicts: [] };
  const conflicts: Conflict[] = [];
  const report: Report = (path, was, myValue, theirValue) => conflicts.push({ path, base: was, mine: myValue, theirs: theirValue });
  const reportBlock = (block: string, path: string, was: unknown, myValue: unknown, theirValue: unknown, keeps?: readonly string[]) =>
    conflicts.push({ block, path, base: was, mine: myValue, theirs: theirValue, ...(keeps && { keeps }) });
  const member = (name: "slug" | "title") => mergeValues(base[name], mine[name], theirs[name], `/${name}`, report) as string;
  const [slug, title] = [member("slug"), member("title")];
  const seo: Seo | undefined =
    mine.seo && theirs.seo ? mergeMembers(base.seo, mine.seo, theirs.seo, "/seo", report) : (mine.seo ?? theirs.seo);
  const data = mine.data && theirs.data ? mergeMembers(base.data, mine.data, theirs.data, "/data", report) : (mine.data ?? theirs.data);
  const composition: readonly Block[] | undefined =
    mine.composition || theirs.composition
      ? mergeBlocks(base.composition ?? [], mine.composition ?? [], theirs.composition ?? [], reportBlock)
      : undefined;
  const draft = {
    slug,
    title,
    ...(seo && { seo }),
    ...(composition && { composition }),
    ...(data && { data }),
  };
  return { draft, conflicts };
}
