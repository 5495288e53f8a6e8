import type { Quote } from "@vitrine/client";
import { money } from "@/lib/money";
import type { Messages } from "@/messages";
import { fill } from "@/messages/fill";

interface DeliveryOptionsProps {
  quote: Quote;
  locale: string;
  words: Messages["checkout"];
  free: string;
  onChoose: (id: string) => void;
}

/** The ways of delivery with their prices. */
export function DeliveryOptions({ quote, locale, words, free, onChoose }: DeliveryOptionsProps) {
  if (quote.shippingOptions.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>{words.delivery}</legend>
      {quote.shippingOptions.map(({ id, title, price, deliveryDays, selected }) => (
        <label className="choice" key={id}>
          <input type="radio" name="delivery" value={id} checked={selected} onChange={() => onChoose(id)} />
          <span>
            {title}, {price === 0 ? free : money(price, quote.currency, locale)}
            {deliveryDays && (
              <span className="soft small"> {fill(words.days, { min: String(deliveryDays.min), max: String(deliveryDays.max) })}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
