import { Type, type Static } from "typebox";
import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import { Slug } from "../../../lib/text/slug.ts";

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

/** Calls back for a page's blocks with their JSON Pointers, outer ones first. `path` is the composition's. */
export function forEachBlock<B extends { children?: Record<string, B[]> }>(
  composition: readonly B[],
  visit: (block: B, path: string) => void,
  path = "",
): void {
  composition.forEach((block, index) => {
    visit(block, `${path}/${index}`);
    for (const [slot, children] of Object.entries(block.children ?? {})) {
      forEachBlock(children, visit, `${path}/${index}/children${pointerStep(slot)}`);
    }
  });
}
