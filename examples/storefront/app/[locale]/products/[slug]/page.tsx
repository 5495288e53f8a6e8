import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { JsonLd } from "@/components/json-ld";
import { BuyBox } from "@/components/products/buy-box";
import { Gallery } from "@/components/products/gallery";
import { ProductFacts } from "@/components/products/product-facts";
import { ProductGrid } from "@/components/products/product-grid";
import { findCategoryPath, findProduct, productPath } from "@/lib/catalog";
import { currentLocale } from "@/lib/locale";
import { otherLanguage } from "@/lib/other-language";
import { metadataOf } from "@/lib/page-metadata";
import { productData } from "@/lib/product-data";
import { siteSettings } from "@/lib/site-settings";
import { reader } from "@/lib/vitrine";

type Props = PageProps<"/[locale]/products/[slug]">;

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await currentLocale();
  const product = await findProduct((await params).slug, locale);
  return product ? metadataOf(product, locale, productPath, product.images[0]?.url) : {};
}

export default async function ProductPage({ params }: Props) {
  const { locale, words } = await currentLocale();
  const asked = (await params).slug;
  const product = await findProduct(asked, locale);
  if (!product) notFound();
  // The slug of another locale finds the product too. Each product has one address.
  if (product.locale === locale && product.slug !== asked) permanentRedirect(`/${locale}${productPath(product.slug)}`);
  const { id, slug, title, description, currency, options, variants, images, category } = product;
  const categories = category ? ((await findCategoryPath(category.slug, locale)) ?? []) : [];
  const related = category ? (await (await reader()).catalog.listProducts({ categoryId: category.id, pageSize: 5, locale })).data : [];
  const others = related.filter((other) => other.id !== id).slice(0, 4);
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
          <h1 lang={otherLanguage(product, locale)}>{title}</h1>
          {description && (
            <p className="lead" lang={otherLanguage(product, locale)}>
              {description}
            </p>
          )}
          <BuyBox product={{ id, title, currency, options, variants }} locale={locale} words={words.product} />
          <ProductFacts attributes={product.attributes} locale={locale} title={words.product.facts} />
        </div>
      </article>
      {others.length > 0 && (
        <section>
          <h2>{words.product.related}</h2>
          <ProductGrid products={others} level={3} />
        </section>
      )}
      <JsonLd data={productData(product, locale, (await siteSettings(locale)).title)} />
    </>
  );
}
