import { cache } from "react";
import type { CategoryNode, Product } from "@vitrine/client";
import { collect, found, published } from "@/lib/vitrine";

export const findProduct = cache((slug: string): Promise<Product | undefined> => found(published.catalog.getProductBySlug({ slug })));

/** The categories that have products, as a tree. */
export const listCategories = cache(async (): Promise<CategoryNode[]> =>
  withProducts(await collect(published.catalog.listCategories.all({ tree: true }))),
);

/** The categories that lead to the one with this slug, itself last; undefined if there is none. */
export async function findCategoryPath(slug: string, nodes?: CategoryNode[]): Promise<CategoryNode[] | undefined> {
  for (const node of nodes ?? (await listCategories())) {
    if (node.slug === slug) return [node];
    const below = await findCategoryPath(slug, node.children ?? []);
    if (below) return [node, ...below];
  }
  return undefined;
}

function withProducts(nodes: CategoryNode[]): CategoryNode[] {
  return nodes.filter(({ productCount }) => productCount > 0).map((node) => ({ ...node, children: withProducts(node.children ?? []) }));
}
