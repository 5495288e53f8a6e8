import { Type, type Static } from "typebox";
import { Slug } from "../../lib/text/slug.ts";

/** Where a block's prop takes its value from when the page is read. */
export const Binding = Type.Object(
  {
    source: Type.Enum(["entry", "product", "category", "site"]),
    contentType: Type.Optional(Slug),
    slug: Type.Optional(Slug),
    path: Type.String({ description: "JSON Pointer into the entry's data, the product, the category or the site." }),
  },
  { additionalProperties: false },
);
export type Binding = Static<typeof Binding>;

/** Calls back for a page's blocks, outer ones first. */
export function forEachBlock<B extends { children?: Record<string, B[]> }>(composition: readonly B[], visit: (block: B) => void): void {
  for (const block of composition) {
    visit(block);
    for (const children of Object.values(block.children ?? {})) forEachBlock(children, visit);
  }
}
