import type { Draft, DraftBlock } from "@vitrine/client/admin";
import type { JsonObject } from "./json.ts";

export type Binding = NonNullable<DraftBlock["bindings"]>[string];

/** A block of an open page. It has an id always, and is never changed: an edit makes another one. */
export interface Block {
  readonly id: string;
  readonly type: string;
  readonly props: JsonObject;
  /** By JSON Pointer into the props; absent rather than empty. */
  readonly bindings?: Readonly<Record<string, Binding>>;
  /** Blocks by slot; absent rather than without a slot. */
  readonly children?: Readonly<Record<string, readonly Block[]>>;
}

export type Seo = Readonly<Required<NonNullable<Draft["seo"]>>>;

/** The content of an open translation. A page has `seo` and `composition`, an entry has `data`. */
export interface EditedDraft {
  readonly slug: string;
  readonly title: string;
  readonly seo?: Seo;
  readonly composition?: readonly Block[];
  readonly data?: JsonObject;
}

/** Makes an id that no block has. */
export type MakeId = () => string;

/** A random id, in the form that the server demands. */
export const newBlockId: MakeId = () =>
  `b${[...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/**
 * The server's draft, as it is edited: complete, so that equal contents are equal values. A block without an id, or with one that an earlier block has, gets one
 * by its place: everybody who reads the same draft gives it the same.
 */
export function readDraft({ slug, title, seo, composition, data }: Draft): EditedDraft {
  const page = composition === undefined && seo === undefined ? {} : { seo: completeSeo(seo), composition: readBlocks(composition ?? []) };
  return { slug, title, ...page, ...(data === undefined ? {} : { data: data as JsonObject }) };
}

function completeSeo(seo: Draft["seo"] = {}): Seo {
  return {
    title: seo.title ?? null,
    description: seo.description ?? null,
    canonicalUrl: seo.canonicalUrl ?? null,
    image: seo.image ?? null,
    noIndex: seo.noIndex ?? false,
    noFollow: seo.noFollow ?? false,
  };
}

function readBlocks(composition: readonly unknown[]): readonly Block[] {
  const blocks = composition as readonly DraftBlock[];
  const named = new Set<string>();
  const collect = ({ id, children }: DraftBlock): void => {
    if (id !== undefined) named.add(id);
    Object.values(children ?? {})
      .flat()
      .forEach(collect);
  };
  blocks.forEach(collect);
  const usedIds = new Set<string>();
  const idOf = (id: string | undefined, place: string): string => {
    let uniqueId = id !== undefined && !usedIds.has(id) ? id : `at${place}`.slice(-64);
    // Of an id by place that is taken, another.
    while (uniqueId !== id && (named.has(uniqueId) || usedIds.has(uniqueId))) uniqueId = `${uniqueId.slice(-60)}-1`;
    usedIds.add(uniqueId);
    return uniqueId;
  };
  const read = (block: DraftBlock, place: string): Block => {
    const { type, props = {}, bindings = {}, children = {} } = block;
    const id = idOf(block.id, place);
    const slots = Object.entries(children).map(([slot, nested]) => [
      slot,
      nested.map((child, index) => read(child, `${place}-${slot}-${index}`)),
    ]);
    return {
      id,
      type,
      props,
      ...(Object.keys(bindings).length === 0 ? {} : { bindings }),
      ...(slots.length === 0 ? {} : { children: Object.fromEntries(slots) as NonNullable<Block["children"]> }),
    };
  };
  return blocks.map((block, index) => read(block, `-${index}`));
}

/** The draft in the form in which `saveDraft` takes it. */
export function sentDraft({ slug, title, seo, composition, data }: EditedDraft): Pick<Draft, "slug" | "title" | "seo"> & {
  composition?: DraftBlock[];
  data?: Record<string, unknown>;
} {
  return {
    slug,
    title,
    ...(seo && { seo }),
    ...(composition && { composition: composition as DraftBlock[] }),
    ...(data && { data }),
  };
}

/** Copies of blocks with ids of their own, also for those inside. */
export function withNewIds(blocks: readonly Block[], makeId: MakeId = newBlockId): readonly Block[] {
  return blocks.map(({ children, ...block }) => ({
    ...block,
    id: makeId(),
    ...(children && { children: Object.fromEntries(Object.entries(children).map(([slot, nested]) => [slot, withNewIds(nested, makeId)])) }),
  }));
}
