import { useQueryClient } from "@tanstack/react-query";
import type { EditedCategoryRow, EditedProduct } from "@vitrine/client/admin";
import { collect } from "../app/collect.ts";
import type { OpenSite } from "../app/site.tsx";
import { useSite } from "../app/site.tsx";

export const productQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "product", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.catalog.getEditedProduct({ id }, { signal }),
  // Orders change the stock, and no event of the product tells of that.
  staleTime: 0,
});

export const categoriesQuery = ({ api, key }: OpenSite) => ({
  queryKey: [...key, "categories"],
  queryFn: (): Promise<EditedCategoryRow[]> => collect(api.catalog.listEditedCategories.all({ pageSize: 100 })),
});

/** Shows a product as the server answered it, and reads again what shows it among others. */
export function useShowProduct(): (product: EditedProduct) => void {
  const site = useSite();
  const queries = useQueryClient();
  return (product) => {
    queries.setQueryData(productQuery(site, product.id).queryKey, product);
    for (const name of ["products", "overview"]) void queries.invalidateQueries({ queryKey: [...site.key, name] });
  };
}
