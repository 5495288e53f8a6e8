import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { CategoryLinks } from "@/components/products/category-links";
import { ProductList } from "@/components/products/product-list";
import { alternatesOf, sameInEveryLocale } from "@/lib/alternates";
import { findCategoryPath } from "@/lib/catalog";
import { currentLocale } from "@/lib/locale";
import { productQueryOf } from "@/lib/product-query";

type Props = PageProps<"/[locale]/categories/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await currentLocale();
  const category = (await findCategoryPath((await params).slug))?.at(-1);
  if (!category) return {};
  return {
    title: category.title,
    description: category.description ?? category.title,
    // The canonical address has no filters: search engines need one list of each category.
    alternates: alternatesOf(locale, sameInEveryLocale(`/categories/${category.slug}`)),
  };
}

export default async function CategoryPage({ params, searchParams }: Props) {
  const { locale, words } = await currentLocale();
  const { slug } = await params;
  const categories = await findCategoryPath(slug);
  const category = categories?.at(-1);
  if (!categories || !category) notFound();
  const pathOf = (each: string) => `/${locale}/categories/${each}`;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { path: `/${locale}/categories`, title: words.shop },
          ...categories.map((each) => ({ path: pathOf(each.slug), title: each.title })),
        ]}
      />
      <h1>{category.title}</h1>
      {category.description && <p className="lead">{category.description}</p>}
      <CategoryLinks categories={category.children ?? []} />
      <ProductList path={pathOf(slug)} query={productQueryOf(await searchParams)} category={slug} />
    </>
  );
}
