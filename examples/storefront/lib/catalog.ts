import { cache } from "react";
import type { CategoryNode, Product } from "@vitrine/client";
import { collect, readOrRedirect, reader } from "@/lib/vitrine";

export const productPath = (slug: string): string => `/products/${slug}`;
export const categoryPath = (slug: string): string => `/categories/${slug}`;

/** A product in a locale. A former slug redirects. */
export const findProduct = cache(async (slug: string, locale: string): Promise<Product | undefined> =>
  readOrRedirect((await reader()).catalog.getProductBySlug({ slug, locale }), locale, productPath),
);

/** The categories that have products, as a tree. */
export const listCategories = cache(async (locale: string): Promise<CategoryNode[]> =>
  withProducts(await collect((await reader()).catalog.listCategories.all({ tree: true, locale }))),
);

/** The categories that lead to the one with this slug, itself last; undefined if there is none. A former slug redirects. */
export const findCategoryPath = cache(async (slug: string, locale: string): Promise<CategoryNode[] | undefined> => {
  const categories = await listCategories(locale);
  const path = pathTo(({ slug: own }) => own === slug, categories);
  if (path) return path;
  // A former slug, or that of another locale.
  const category = await readOrRedirect((await reader()).catalog.getCategoryBySlug({ slug, locale }), locale, categoryPath);
  return category && pathTo(({ id }) => id === category.id, categories);
});

function pathTo(isWanted: (node: CategoryNode) => boolean, nodes: readonly CategoryNode[]): CategoryNode[] | undefined {
  for (const node of nodes) {
    if (isWanted(node)) return [node];
    const below = pathTo(isWanted, node.children ?? []);
    if (below) return [node, ...below];
  }
  return undefined;
}

function withProducts(nodes: CategoryNode[]): CategoryNode[] {
  return nodes.filter(({ productCount }) => productCount > 0).map((node) => ({ ...node, children: withProducts(node.children ?? []) }));
}
