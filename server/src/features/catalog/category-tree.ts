import { categoryJson, type ShownCategory } from "./category.ts";

export interface TreeCategory extends ShownCategory {
  id: string;
  parentId: string | null;
  /** Whether the search found it; what did not match stays only above what did. */
  matches: boolean;
}

/**
 * The roots as JSON text, each with all that is below it, in the order of the list. Walks down from the roots, so that
 * categories that are each other's parents are not reached, however they came to be stored.
 */
export function categoryTree(categories: readonly TreeCategory[], publicUrl: string): string[] {
  const below = new Map<string | null, TreeCategory[]>();
  for (const category of categories) {
    const siblings = below.get(category.parentId);
    if (siblings) siblings.push(category);
    else below.set(category.parentId, [category]);
  }
  const nodes = (parentId: string | null): string[] =>
    (below.get(parentId) ?? []).flatMap((category) => {
      const children = nodes(category.id);
      return category.matches || children.length > 0 ? [categoryJson(category, publicUrl, `[${children.join(",")}]`)] : [];
    });
  return nodes(null);
}
