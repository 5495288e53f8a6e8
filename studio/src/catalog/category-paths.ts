import type { EditedCategoryRow } from "@vitrine/client/admin";

/** The categories with those above them, in the order of the tree: `Seating › Chairs`. */
export function pathsOfCategories(
  categories: readonly Pick<EditedCategoryRow, "id" | "title" | "parentId" | "position">[],
): { id: string; label: string }[] {
  const below = (parentId: string | null, path: string): { id: string; label: string }[] =>
    categories
      .filter((category) => category.parentId === parentId)
      .toSorted((a, b) => a.position - b.position)
      .flatMap(({ id, title }) => {
        const label = path === "" ? title : `${path} › ${title}`;
        return [{ id, label }, ...below(id, label)];
      });
  return below(null, "");
}
