import type { ShownCategory } from "./category.ts";

export interface TreeCategory extends ShownCategory {
  id: string;
  parentId: string | null;
  /** Whether the search found it; other categories stay only as ancestors of matches. */
  matches: boolean;
}

interface Node {
  category: TreeCategory;
  children: Node[];
}

/**
 * The roots as JSON text, each category as `toJson` writes it, each with all that is below it, in the order of the list. Walks down from the roots, so that it never reaches
 * categories that are each other's parents, however they came to be stored. Copies each text only once, at any depth.
 */
export function categoryTree(categories: readonly TreeCategory[], toJson: (category: TreeCategory) => string): string[] {
  const below = new Map<string | null, TreeCategory[]>();
  for (const category of categories) {
    const siblings = below.get(category.parentId);
    if (siblings) siblings.push(category);
    else below.set(category.parentId, [category]);
  }
  const buildNodes = (parentId: string | null): Node[] =>
    (below.get(parentId) ?? []).flatMap((category) => {
      const children = buildNodes(category.id);
      return category.matches || children.length > 0 ? [{ category, children }] : [];
    });
  const write = ({ category, children }: Node, parts: string[]): string[] => {
    parts.push(toJson(category).slice(0, -1), ',"children":[');
    children.forEach((child, index) => {
      if (index > 0) parts.push(",");
      write(child, parts);
    });
    parts.push("]}");
    return parts;
  };
  return buildNodes(null).map((root) => write(root, []).join(""));
}
