import type { Metadata } from "next";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { CategoryLinks } from "@/components/products/category-links";
import { ProductList } from "@/components/products/product-list";
import { alternatesOf, sameInEveryLocale } from "@/lib/alternates";
import { listCategories } from "@/lib/catalog";
import { currentLocale } from "@/lib/locale";
import { productQueryOf } from "@/lib/product-query";

export async function generateMetadata(): Promise<Metadata> {
  const { locale, words } = await currentLocale();
  return { title: words.shop, description: words.list.allProducts, alternates: alternatesOf(locale, sameInEveryLocale("/categories")) };
}

/** The whole shop. */
export default async function ShopPage({ searchParams }: PageProps<"/[locale]/categories">) {
  const { locale, words } = await currentLocale();
  const path = `/${locale}/categories`;
  return (
    <>
      <Breadcrumbs crumbs={[{ path, title: words.shop }]} />
      <h1>{words.list.allProducts}</h1>
      <CategoryLinks categories={await listCategories(locale)} />
      <ProductList path={path} query={productQueryOf(await searchParams)} />
    </>
  );
}
