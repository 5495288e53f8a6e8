import type { CategoryReference } from "@vitrine/client";
import type { BlockProps } from "@/components/blocks/block";
import { ContentLink } from "@/components/content-link";
import { Heading, type HeadingLevel } from "@/components/heading";
import { ProductGrid } from "@/components/products/product-grid";
import { currentLocale } from "@/lib/locale";
import { found, reader } from "@/lib/vitrine";

interface ProductListProps {
  title?: string;
  category?: CategoryReference | null;
  sort?: keyof typeof orders;
  count: number;
  buttonLabel?: string;
  buttonHref?: string;
}

const orders = { newest: "createdAt:desc", title: "title", price: "price" } as const;

/** Products of the shop, or of one category. A site without products shows nothing. */
export async function ProductListBlock({ props, level }: BlockProps<ProductListProps>) {
  const { title, category, sort = "newest", count, buttonLabel, buttonHref } = props;
  const { locale } = await currentLocale();
  const query = { locale, ...(category ? { category: category.slug } : {}), sort: orders[sort], pageSize: count };
  const list = await found((await reader()).catalog.listProducts(query));
  if (!list || list.data.length === 0) return null;
  return (
    <section className="product-list-block">
      {title && <Heading level={level}>{title}</Heading>}
      <ProductGrid products={list.data} level={title ? ((level + 1) as HeadingLevel) : level} />
      {buttonLabel && buttonHref && (
        <ContentLink href={buttonHref} className="button">
          {buttonLabel}
        </ContentLink>
      )}
    </section>
  );
}
