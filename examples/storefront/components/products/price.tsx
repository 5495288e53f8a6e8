import { money } from "@/lib/money";
import { fill } from "@/messages/fill";

interface PriceProps {
  /** In minor units, as all amounts. */
  price: number;
  before: number | null;
  currency: string;
  locale: string;
  words: { from: string; before: string };
  /** Other variants cost more. */
  isFrom?: boolean;
}

export function Price({ price, before, currency, locale, words, isFrom = false }: PriceProps) {
  const text = money(price, currency, locale);
  return (
    <>
      <span className="price">{isFrom ? fill(words.from, { price: text }) : text}</span>{" "}
      {before !== null && before > price && (
        <s className="price-before">
          <span className="visually-hidden">{fill(words.before, { price: "" })}</span>
          {money(before, currency, locale)}
        </s>
      )}
    </>
  );
}
