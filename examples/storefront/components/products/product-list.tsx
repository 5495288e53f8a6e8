import Link from "next/link";
import { Paging } from "@/components/paging";
import { ListFilters } from "@/components/products/list-filters";
import { ProductGrid } from "@/components/products/product-grid";
import { currentLocale } from "@/lib/locale";
import { addressOfPage, productFilter, type ProductQuery } from "@/lib/product-query";
import { reader } from "@/lib/vitrine";
import { site } from "@/site.config";
import { plural } from "@/messages/fill";

interface ProductListProps {
  /** Of the page that shows the list. */
  path: string;
  query: ProductQuery;
  /** The slug of a category; all products without it. */
  category?: string;
}

const pageSize = 12;

/** Products with what visitors filter and sort them by. It is a form that asks for another address, and works without scripts. */
export async function ProductList({ path, query, category }: ProductListProps) {
  const { locale, words } = await currentLocale();
  const { data, total } = await (
    await reader()
  ).catalog.listProducts({
    ...productFilter(query, site.currency),
    pageSize,
    locale,
    ...(category ? { category } : {}),
  });
  return (
    <>
      <ListFilters path={path} query={query} words={words.list} />
      {total > 0 ? (
        <p className="soft small">{plural(words.list.count, total, locale)}</p>
      ) : (
        <p className="lead">
          {words.list.nothing} <Link href={path}>{words.list.reset}</Link>
        </p>
      )}
      <ProductGrid products={data} level={2} picturesInSight={2} />
      <Paging
        addressOf={(page) => addressOfPage(path, query, page)}
        page={query.page}
        pages={Math.ceil(total / pageSize)}
        words={words.list}
      />
    </>
  );
}
