import type { EditedCategory } from "@vitrine/client/admin";

export type Category = Pick<EditedCategory, "id" | "title" | "parentId">;

/** A category with those below it. */
export interface CategoryBranch<Of extends Category> {
  id: string;
  category: Of;
  children: readonly CategoryBranch<Of>[];
}

/** The categories as a tree. Those of one parent keep their order. */
export function branchesOf<Of extends Category>(categories: readonly Of[]): CategoryBranch<Of>[] {
  const children = new Map<string | null, Of[]>();
  for (const category of categories) children.set(category.parentId, [...(children.get(category.parentId) ?? []), category]);
  const below = (parentId: string | null): CategoryBranch<Of>[] =>
    (children.get(parentId) ?? []).map((category) => ({ id: category.id, category, children: below(category.id) }));
  return below(null);
}

/** The categories with those above them, in the order of the tree: `Seating › Chairs`. */
export function pathsOf(categories: readonly Category[]): { id: string; label: string }[] {
  const paths = (branches: readonly CategoryBranch<Category>[], path: string): { id: string; label: string }[] =>
    branches.flatMap(({ id, category: { title }, children }) => {
      const label = path === "" ? title : `${path} › ${title}`;
      return [{ id, label }, ...paths(children, label)];
    });
  return paths(branchesOf(categories), "");
}
