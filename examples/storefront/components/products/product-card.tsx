import Link from "next/link";
import type { Product } from "@vitrine/client";
import { Heading, type HeadingLevel } from "@/components/heading";
import { Picture } from "@/components/picture";
import { Price } from "@/components/products/price";
import { productPath } from "@/lib/catalog";
import { currentLocale } from "@/lib/locale";
import { otherLanguage } from "@/lib/other-language";
import { hasPriceRange } from "@/lib/product-price";

const sizes = "(min-width: 72rem) 17rem, (min-width: 36rem) 33vw, 46vw";

/** A product in a list. All of the card can be clicked, and its link is its title alone. */
export async function ProductCard({ product, level, isFirst }: { product: Product; level: HeadingLevel; isFirst?: boolean }) {
  const { locale, words } = await currentLocale();
  const [picture] = product.images;
  const isSoldOut = !product.variants.some(({ available }) => available);
  return (
    <li className="card product-card">
      <div className="product-picture">
        {picture && <Picture picture={{ ...picture, alt: "" }} sizes={sizes} isFirst={isFirst === true} />}
      </div>
      <Heading level={level}>
        <Link className="card-link" href={`/${locale}${productPath(product.slug)}`} prefetch={false} lang={otherLanguage(product, locale)}>
          {product.title}
        </Link>
      </Heading>
      <p className="product-card-price">
        <Price
          price={product.price}
          before={product.compareAtPrice}
          currency={product.currency}
          locale={locale}
          words={words.product}
          isFrom={hasPriceRange(product)}
        />
        {isSoldOut && <span className="soft"> · {words.product.soldOut}</span>}
      </p>
    </li>
  );
}
