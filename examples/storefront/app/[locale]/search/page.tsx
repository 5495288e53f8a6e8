import type { Metadata } from "next";
import Form from "next/form";
import { Paging } from "@/components/products/paging";
import { ProductGrid } from "@/components/products/product-grid";
import { currentLocale } from "@/lib/locale";
import { productFilter, productQueryOf } from "@/lib/product-query";
import { published } from "@/lib/vitrine";
import { fill, plural } from "@/messages/fill";
import { site } from "@/site.config";

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await currentLocale();
  // Results are not pages of their own for search engines.
  return { title: words.search.title, description: words.search.hint, robots: { index: false } };
}

const pageSize = 12;

/** Looks for products. The server forgives typing errors. */
export default async function SearchPage({ searchParams }: PageProps<"/[locale]/search">) {
  const { locale, words } = await currentLocale();
  const path = `/${locale}/search`;
  const query = productQueryOf(await searchParams);
  const { data, total } = query.q
    ? await published.catalog.listProducts({ ...productFilter(query, site.currency), pageSize })
    : { data: [], total: 0 };
  return (
    <>
      <h1>{words.search.title}</h1>
      <Form className="search-form" action={path} role="search">
        <label className="visually-hidden" htmlFor="q">
          {words.search.label}
        </label>
        <input id="q" name="q" type="search" placeholder={words.search.label} defaultValue={query.q} maxLength={200} />
        <button className="button">{words.search.button}</button>
      </Form>
      <p className="soft" role="status">
        {query.q === ""
          ? words.search.hint
          : total === 0
            ? fill(words.search.nothing, { query: query.q })
            : plural(words.search.results, total, locale, { query: query.q })}
      </p>
      <ProductGrid products={data} level={2} picturesInSight={2} />
      <Paging path={path} query={query} pages={Math.ceil(total / pageSize)} words={words.list} />
    </>
  );
}
