"use client";

import Link from "next/link";
import { useId, useState } from "react";
import type { Product, Variant } from "@vitrine/client";
import { Price } from "@/components/products/price";
import { addToCart } from "@/lib/cart";
import { maxQuantity } from "@/lib/cart-lines";
import type { Messages } from "@/messages";
import { fill, plural } from "@/messages/fill";

/** From so few on, visitors are told how many there are. */
const fewLeft = 5;

type BuyableProduct = Pick<Product, "id" | "title" | "currency" | "options" | "variants">;

interface BuyBoxProps {
  product: BuyableProduct;
  locale: string;
  words: Messages["product"];
}

/** Chooses a variant by its options, says what it costs and whether it is there, and puts it into the cart. */
export function BuyBox({ product, locale, words }: BuyBoxProps) {
  const first = product.variants.find(({ available }) => available) ?? product.variants[0];
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(first?.options ?? {});
  const [quantity, setQuantity] = useState(1);
  const [added, setAdded] = useState("");
  const id = useId();
  const variant = variantWith(product, chosen);

  const add = () => {
    if (!variant) return;
    addToCart({ productId: product.id, variantId: variant.id, quantity });
    const title = product.variants.length > 1 ? `${product.title}, ${variant.title}` : product.title;
    setAdded(fill(words.added, { title }));
  };
  return (
    <div className="buy-box">
      <p className="buy-box-price">
        {variant && (
          <Price price={variant.price} before={variant.compareAtPrice} currency={product.currency} locale={locale} words={words} />
        )}
      </p>
      {product.options.map(({ name, values }) => (
        <fieldset key={name} className="option">
          <legend>{name}</legend>
          {values.map((value) => (
            <label key={value} className="option-value">
              <input
                type="radio"
                name={`${id}${name}`}
                value={value}
                checked={chosen[name] === value}
                onChange={() => setChosen({ ...chosen, [name]: value })}
              />
              <span>{value}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <p className={variant?.available ? "stock" : "stock stock-none"} role="status">
        {stockWords(variant, locale, words)}
      </p>
      <div className="buy-box-add">
        <label htmlFor={`${id}quantity`}>{words.quantity}</label>
        <input
          id={`${id}quantity`}
          className="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={Math.min(variant?.stock ?? maxQuantity, maxQuantity)}
          value={quantity}
          onChange={({ target }) => {
            if (target.valueAsNumber >= 1) setQuantity(Math.min(Math.floor(target.valueAsNumber), maxQuantity));
          }}
        />
        <button className="button" onClick={add} disabled={!variant?.available}>
          {words.add}
        </button>
      </div>
      <p role="status" className="added">
        {added && (
          <>
            {added} <Link href={`/${locale}/cart`}>{words.toCart}</Link>
          </>
        )}
      </p>
    </div>
  );
}

function variantWith({ variants }: BuyableProduct, chosen: Readonly<Record<string, string>>): Variant | undefined {
  return variants.find(({ options }) => Object.entries(options).every(([name, value]) => chosen[name] === value));
}

function stockWords(variant: Variant | undefined, locale: string, words: Messages["product"]): string {
  if (!variant) return words.noSuchVariant;
  if (!variant.available) return words.soldOut;
  return variant.stock !== null && variant.stock <= fewLeft ? plural(words.left, variant.stock, locale) : words.inStock;
}
