import type { EditedCategory } from "@vitrine/client/admin";

export type Category = Pick<EditedCategory, "id" | "title" | "parentId">;

/** A category in the order of the tree, each below its parent. */
export type TreeCategory<Of extends Category = Category> = Of & {
  /** 0: it has no parent. */
  depth: number;
};

/** A category with those below it. */
export interface CategoryBranch<Of extends Category> {
  id: string;
  category: Of;
  children: readonly CategoryBranch<Of>[];
}

/** Categories of one parent keep their order. */
export function branchesOf<Of extends Category>(categories: readonly Of[]): CategoryBranch<Of>[] {
  const children = new Map<string | null, Of[]>();
  for (const category of categories) children.set(category.parentId, [...(children.get(category.parentId) ?? []), category]);
  const below = (parentId: string | null): CategoryBranch<Of>[] =>
    (children.get(parentId) ?? []).map((category) => ({ id: category.id, category, children: below(category.id) }));
  return below(null);
}

/** All categories, each followed by those below it. */
export function inTreeOrder<Of extends Category>(categories: readonly Of[]): TreeCategory<Of>[] {
  const flat = (branches: readonly CategoryBranch<Of>[], depth: number): TreeCategory<Of>[] =>
    branches.flatMap(({ category, children }) => [{ ...category, depth }, ...flat(children, depth + 1)]);
  return flat(branchesOf(categories), 0);
}
