import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EditedCategoryRow, EditedProduct } from "@vitrine/client/admin";
import { collect } from "../app/collect.ts";
import { useSite, type OpenSite } from "../app/site.tsx";

export const productQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "product", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.catalog.getEditedProduct({ id }, { signal }),
  // Orders change the stock, and no event of the product tells of that.
  staleTime: 0,
});

/** All categories of the site, those of one parent in their order; undefined until they are read. */
export function useCategories(): readonly EditedCategoryRow[] | undefined {
  const { api, key } = useSite();
  return useQuery({ queryKey: [...key, "categories"], queryFn: () => collect(api.catalog.listEditedCategories.all({ pageSize: 100 })) })
    .data;
}

/** Shows a product as the server answered it, and reads again what shows it among others. */
export function useShowProduct(): (product: EditedProduct) => void {
  const site = useSite();
  const queries = useQueryClient();
  return (product) => {
    queries.setQueryData(productQuery(site, product.id).queryKey, product);
    for (const name of ["products", "overview"]) void queries.invalidateQueries({ queryKey: [...site.key, name] });
  };
}

/** Has every screen read the products again. */
export function useRenewProducts(): () => Promise<void> {
  const { key } = useSite();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(["products", "product"].map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
  };
}
