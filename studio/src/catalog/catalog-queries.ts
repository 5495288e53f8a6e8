import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EditedCategory } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";

const mostAtOnce = 100;

/** Categories in the order of the tree, each below its parent. */
export interface TreeCategory extends Pick<EditedCategory, "id" | "title" | "parentId"> {
  /** 0: it has no parent. */
  depth: number;
}

/** All categories of the site, in the order of the tree; empty until they are read. */
export function useCategories(): readonly TreeCategory[] {
  const site = useSite();
  const { data = [] } = useQuery({
    queryKey: [...site.key, "categories"],
    queryFn: async ({ signal }) => inTreeOrder(await readCategories(site, signal)),
  });
  return data;
}

type Category = Omit<TreeCategory, "depth">;

async function readCategories({ api }: OpenSite, signal: AbortSignal): Promise<Category[]> {
  const categories: Category[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await api.catalog.listEditedCategories({ page, pageSize: mostAtOnce }, { signal });
    categories.push(...data);
    if (page * mostAtOnce >= total) return categories;
  }
}

/** Categories of one parent keep their order. */
export function inTreeOrder(categories: readonly Category[]): TreeCategory[] {
  const children = new Map<string | null, Category[]>();
  for (const category of categories) children.set(category.parentId, [...(children.get(category.parentId) ?? []), category]);
  const branch = (parentId: string | null, depth: number): TreeCategory[] =>
    (children.get(parentId) ?? []).flatMap((category) => [{ ...category, depth }, ...branch(category.id, depth + 1)]);
  return branch(null, 0);
}

/** Has every screen read the products again. */
export function useRenewProducts(): () => Promise<void> {
  const { key } = useSite();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(["products", "product"].map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
  };
}
