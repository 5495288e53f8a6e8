import Link from "next/link";
import type { ProductReference } from "@vitrine/client";
import type { BlockProps } from "@/components/blocks/block";
import { Heading } from "@/components/heading";
import { Picture } from "@/components/picture";
import { Price } from "@/components/products/price";
import { currentLocale } from "@/lib/locale";
import { hasPriceRange } from "@/lib/product-price";
import { found, reader } from "@/lib/vitrine";

interface ProductBlockProps {
  /** Null: the product is not for sale. */
  product: ProductReference | null;
  text?: string;
  buttonLabel?: string;
}

/** One product, large, with its price of today. */
export async function ProductBlock({ props, level }: BlockProps<ProductBlockProps>) {
  const { locale, words } = await currentLocale();
  const product = props.product && (await found((await reader()).catalog.getProduct({ id: props.product.product, locale })));
  if (!product) return null;
  const [picture] = product.images;
  const href = `/${locale}/products/${product.slug}`;
  return (
    <section className="product-block">
      {picture && (
        <div className="product-picture">
          <Picture picture={picture} sizes="(min-width: 48rem) 50vw, 100vw" />
        </div>
      )}
      <div>
        <Heading level={level}>{product.title}</Heading>
        <p>{props.text ?? product.description}</p>
        <p>
          <Price
            price={product.price}
            before={product.compareAtPrice}
            currency={product.currency}
            locale={locale}
            words={words.product}
            isFrom={hasPriceRange(product)}
          />
        </p>
        <Link className="button" href={href}>
          {props.buttonLabel ?? product.title}
        </Link>
      </div>
    </section>
  );
}
