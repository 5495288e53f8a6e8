import Link from "next/link";
import type { PricedLine } from "@/components/cart/use-priced-cart";
import { Picture } from "@/components/picture";
import { changeQuantity } from "@/lib/cart";
import { maxQuantity } from "@/lib/cart-lines";
import { money } from "@/lib/money";
import type { Messages } from "@/messages";
import { fill, plural } from "@/messages/fill";

interface CartLineRowProps {
  line: PricedLine;
  locale: string;
  words: Messages["cart"];
}

export function CartLineRow({ line, locale, words }: CartLineRowProps) {
  const { title, slug, variantTitle, picture, price, currency, quantity, variantId, problem } = line;
  const name = variantTitle ? `${title}, ${variantTitle}` : title;
  const problemId = `problem-${variantId}`;
  return (
    <li className="cart-line">
      <div className="thumbnail">{picture && <Picture picture={{ ...picture, alt: "" }} sizes="6rem" />}</div>
      <div className="cart-line-text">
        {slug === undefined ? title : <Link href={`/${locale}/products/${slug}`}>{title}</Link>}
        {variantTitle && <p className="soft small">{variantTitle}</p>}
        {!problem?.isGone && <p className="soft small">{fill(words.each, { price: money(price, currency, locale) })}</p>}
        {problem && (
          <p className="field-error" id={problemId}>
            {problem.isGone ? words.gone : plural(words.short, problem.available, locale)}
          </p>
        )}
      </div>
      <div className="cart-line-tools">
        {!problem?.isGone && (
          <input
            className="quantity"
            type="number"
            inputMode="numeric"
            min={1}
            max={maxQuantity}
            value={quantity}
            aria-label={fill(words.quantityOf, { title: name })}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? problemId : undefined}
            onChange={({ target }) => {
              // An empty field is on the way to another number.
              if (target.valueAsNumber >= 1) changeQuantity(variantId, Math.floor(target.valueAsNumber));
            }}
          />
        )}
        <button className="link-button" onClick={() => changeQuantity(variantId, 0)} aria-label={fill(words.removeTitle, { title: name })}>
          {words.remove}
        </button>
      </div>
      <p className="cart-line-total">{problem?.isGone ? "" : money(price * quantity, currency, locale)}</p>
    </li>
  );
}
