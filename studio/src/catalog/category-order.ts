import type { EditedCategory } from "@vitrine/client/admin";

export type Category = Pick<EditedCategory, "id" | "title" | "parentId">;

/** Categories in the order of the tree, each below its parent. */
export interface TreeCategory extends Category {
  /** 0: it has no parent. */
  depth: number;
}

/** Categories of one parent keep their order. */
export function inTreeOrder(categories: readonly Category[]): TreeCategory[] {
  const children = new Map<string | null, Category[]>();
  for (const category of categories) children.set(category.parentId, [...(children.get(category.parentId) ?? []), category]);
  const branch = (parentId: string | null, depth: number): TreeCategory[] =>
    (children.get(parentId) ?? []).flatMap((category) => [{ ...category, depth }, ...branch(category.id, depth + 1)]);
  return branch(null, 0);
}
