import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { Discount } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";
import { useCategories } from "../catalog/catalog-queries.ts";
import type { DraftSite, Items } from "./discount-draft.ts";

export const discountQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "discount", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.discounts.getDiscount({ id }, { signal }),
  // Orders use it, and no event tells of that.
  staleTime: 0,
});

/** Shows a discount as the server answered it, and reads again what shows it among others. */
export function useShowDiscount(): (discount: Discount) => void {
  const site = useSite();
  const queries = useQueryClient();
  return (discount) => {
    queries.setQueryData(discountQuery(site, discount.id).queryKey, discount);
    void queries.invalidateQueries({ queryKey: [...site.key, "discounts"] });
  };
}

/** What the form of a discount must know of the open site. */
export function useDraftSite(): DraftSite {
  const { site } = useSite();
  return { currency: site.currency, timeZone: site.settings.timeZone ?? "UTC", defaultLocale: site.defaultLocale };
}

export type ItemKind = keyof Items;

/** An item of the catalogue with the name that people know it by. */
export interface NamedItem {
  kind: ItemKind;
  name: string;
  title: string;
}

/** The key of a product's title, by its slug. */
export const productTitleKey = ({ key }: OpenSite, slug: string) => [...key, "products", "title", slug];

/** Items with their titles, in the order in which a sentence names them. Of products, the first `most` are looked up; the others go by their slugs. */
export function useNamedItems(items: Partial<Items> | undefined, most: number): NamedItem[] {
  const site = useSite();
  const allCategories = useCategories();
  const { categories = [], products = [], skus = [] } = items ?? {};
  const titles = useQueries({
    queries: products.slice(0, most).map((slug) => ({
      queryKey: productTitleKey(site, slug),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data } = await site.api.catalog.listEditedProducts({ q: slug, pageSize: 100 }, { signal });
        return data.find((product) => product.slug === slug)?.title ?? slug;
      },
      staleTime: 300_000,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return [
    ...categories.map((name) => ({
      kind: "categories" as const,
      name,
      title: allCategories?.find(({ slug }) => slug === name)?.title ?? name,
    })),
    ...products.map((name, index) => ({ kind: "products" as const, name, title: titles[index] ?? name })),
    ...skus.map((name) => ({ kind: "skus" as const, name, title: name })),
  ];
}
