import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { JsonLd } from "@/components/json-ld";
import { BuyBox } from "@/components/products/buy-box";
import { Gallery } from "@/components/products/gallery";
import { ProductFacts } from "@/components/products/product-facts";
import { ProductGrid } from "@/components/products/product-grid";
import { alternatesOf, sameInEveryLocale } from "@/lib/alternates";
import { findCategoryPath, findProduct } from "@/lib/catalog";
import { currentLocale } from "@/lib/locale";
import { productData } from "@/lib/product-data";
import { published } from "@/lib/vitrine";

type Props = PageProps<"/[locale]/products/[slug]">;

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await currentLocale();
  const product = await findProduct((await params).slug);
  if (!product) return {};
  const [picture] = product.images;
  return {
    title: product.title,
    description: product.description,
    alternates: alternatesOf(locale, sameInEveryLocale(`/products/${product.slug}`)),
    openGraph: { title: product.title, images: picture ? [picture.url] : [] },
  };
}

export default async function ProductPage({ params }: Props) {
  const { locale, words } = await currentLocale();
  const product = await findProduct((await params).slug);
  if (!product) notFound();
  const { slug, title, description, currency, options, variants, images, category } = product;
  const categories = category ? ((await findCategoryPath(category.slug)) ?? []) : [];
  const related = category ? (await published.catalog.listProducts({ category: category.slug, pageSize: 5 })).data : [];
  const others = related.filter(({ id }) => id !== product.id).slice(0, 4);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          ...categories.map((each) => ({ path: `/${locale}/categories/${each.slug}`, title: each.title })),
          { path: `/${locale}/products/${slug}`, title },
        ]}
      />
      <article className="product">
        <Gallery pictures={images} label={words.product.pictures} />
        <div>
          <h1>{title}</h1>
          {description && <p className="lead">{description}</p>}
          <BuyBox product={{ slug, title, currency, options, variants }} locale={locale} words={words.product} />
          <ProductFacts attributes={product.attributes} locale={locale} title={words.product.facts} />
        </div>
      </article>
      {others.length > 0 && (
        <section>
          <h2>{words.product.related}</h2>
          <ProductGrid products={others} level={3} />
        </section>
      )}
      <JsonLd data={productData(product, locale)} />
    </>
  );
}
