import type { Block, EditedDraft, Seo } from "../block.ts";

const emptySeo: Seo = { title: null, description: null, canonicalUrl: null, image: null, noIndex: false, noFollow: false };

/** A block for tests: its text is its id. */
export function block(id: string, children?: Record<string, readonly Block[]>, props: Block["props"] = { text: id }): Block {
  return { id, type: children ? "columns" : "text", props, ...(children && { children }) };
}

/** A page for tests. */
export function page(composition: readonly Block[], rest: Partial<EditedDraft> = {}): EditedDraft {
  return { slug: "home", title: "Home", seo: emptySeo, composition, ...rest };
}

export function entry(data: Record<string, unknown>): EditedDraft {
  return { slug: "first", title: "First", data };
}

/** The ids of a page as a text: `a b(left: c, d; right: e)`. */
export function outline(blocks: readonly Block[] = []): string {
  const one = ({ id, children }: Block): string => {
    const slots = Object.entries(children ?? {}).map(([slot, nested]) => `${slot}: ${outline(nested)}`.trimEnd());
    return slots.length === 0 ? id : `${id}(${slots.join("; ")})`;
  };
  return blocks.map(one).join(" ");
}
