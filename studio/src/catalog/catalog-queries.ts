import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EditedCategoryRow } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";
import { inTreeOrder, type TreeCategory } from "./category-order.ts";

const mostAtOnce = 100;

/** All categories of the site, in the order of the tree; undefined until they are read. */
export function useCategories(): readonly TreeCategory<EditedCategoryRow>[] | undefined {
  const site = useSite();
  const { data } = useQuery({
    queryKey: [...site.key, "categories"],
    queryFn: async ({ signal }) => inTreeOrder(await readCategories(site, signal)),
  });
  return data;
}

async function readCategories({ api }: OpenSite, signal: AbortSignal): Promise<EditedCategoryRow[]> {
  const categories: EditedCategoryRow[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await api.catalog.listEditedCategories({ page, pageSize: mostAtOnce }, { signal });
    categories.push(...data);
    if (page * mostAtOnce >= total) return categories;
  }
}

/** Has every screen read the products again. */
export function useRenewProducts(): () => Promise<void> {
  const { key } = useSite();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(["products", "product"].map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
  };
}
