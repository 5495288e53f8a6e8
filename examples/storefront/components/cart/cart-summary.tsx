import type { Quote } from "@vitrine/client";
import { money } from "@/lib/money";
import type { Messages } from "@/messages";
import { fill } from "@/messages/fill";

interface CartSummaryProps {
  quote: Quote;
  locale: string;
  words: Messages["cart"];
}

/** What the cart costs, and which tax is a part of it or added to it. */
export function CartSummary({ quote, locale, words }: CartSummaryProps) {
  const amount = (minor: number) => money(minor, quote.currency, locale);
  const taxes = quote.taxes.map((tax) => ({
    label: quote.taxIncluded ? fill(words.included, { tax: tax.title }) : tax.title,
    value: amount(tax.amount),
  }));
  const giftCards = quote.giftCards.filter((card) => card.amount > 0);
  return (
    <dl className="summary" aria-live="polite">
      <Sum label={words.subtotal} value={amount(quote.subtotal)} />
      {quote.discounts.map(({ title, code, amount: off }) => (
        <Sum key={`${title} ${code}`} label={code === null ? title : `${title} (${code})`} value={amount(-off)} />
      ))}
      <Sum label={words.shipping} value={quote.shipping === 0 ? words.free : amount(quote.shipping)} />
      {!quote.taxIncluded && taxes.map((tax) => <Sum key={tax.label} {...tax} />)}
      <div className="summary-total">
        <dt>{words.total}</dt>
        <dd>{amount(quote.total)}</dd>
      </div>
      {quote.taxIncluded && taxes.map((tax) => <Sum key={tax.label} {...tax} />)}
      {giftCards.map(({ last4, amount: paid }) => (
        <Sum key={last4} label={fill(words.giftCard, { last4 })} value={amount(-paid)} />
      ))}
      {giftCards.length > 0 && (
        <div className="summary-total">
          <dt>{words.toPay}</dt>
          <dd>{amount(quote.toPay)}</dd>
        </div>
      )}
    </dl>
  );
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
