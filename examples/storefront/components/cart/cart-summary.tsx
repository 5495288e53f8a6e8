import type { PricedLine } from "@/components/cart/use-priced-cart";
import { money } from "@/lib/money";
import { shippingOf } from "@/lib/shipping";
import type { Messages } from "@/messages";

interface CartSummaryProps {
  lines: readonly PricedLine[];
  locale: string;
  words: Messages["cart"];
}

export function CartSummary({ lines, locale, words }: CartSummaryProps) {
  const currency = lines[0]?.currency ?? "eur";
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const shipping = shippingOf(subtotal);
  return (
    <dl className="summary">
      <div>
        <dt>{words.subtotal}</dt>
        <dd>{money(subtotal, currency, locale)}</dd>
      </div>
      <div>
        <dt>{words.shipping}</dt>
        <dd>{shipping === 0 ? words.free : money(shipping, currency, locale)}</dd>
      </div>
      <div className="summary-total">
        <dt>{words.total}</dt>
        <dd>{money(subtotal + shipping, currency, locale)}</dd>
      </div>
    </dl>
  );
}
