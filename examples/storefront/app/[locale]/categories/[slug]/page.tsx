import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { CategoryLinks } from "@/components/products/category-links";
import { ProductList } from "@/components/products/product-list";
import { categoryPath, findCategoryPath } from "@/lib/catalog";
import { currentLocale } from "@/lib/locale";
import { metadataOf } from "@/lib/page-metadata";
import { productQueryOf } from "@/lib/product-query";

type Props = PageProps<"/[locale]/categories/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await currentLocale();
  const category = (await findCategoryPath((await params).slug, locale))?.at(-1);
  if (!category) return {};
  // The canonical address has no filters: search engines need one list of each category.
  return metadataOf({ ...category, description: category.description ?? category.title }, locale, categoryPath, category.image?.url);
}

export default async function CategoryPage({ params, searchParams }: Props) {
  const { locale, words } = await currentLocale();
  const { slug } = await params;
  const categories = await findCategoryPath(slug, locale);
  const category = categories?.at(-1);
  if (!categories || !category) notFound();
  // The slug of another locale finds the category too. Each category has one address.
  if (category.slug !== slug) permanentRedirect(`/${locale}${categoryPath(category.slug)}`);
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
      <ProductList path={pathOf(slug)} query={productQueryOf(await searchParams)} category={category.slug} />
    </>
  );
}
