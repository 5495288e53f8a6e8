import type { OrderDetails } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { formatMoney } from "../app/texts.ts";
import { Card } from "../parts/page.tsx";
import styles from "./orders.module.css";

/** What was bought, and its sums. */
export function OrderItems({ order }: { order: OrderDetails }) {
  const { currency, lines, subtotal, discounts, tax, taxIncluded, shipping, shippingOption, total, giftCards, toPay, refundedAmount } =
    order;
  const { orders } = shopTexts;
  const money = (amount: number) => formatMoney(amount, currency);
  const taxes =
    order.taxes.length > 0 || tax === 0
      ? order.taxes.map(({ title, amount }) => ({ name: title, amount }))
      : [{ name: orders.tax, amount: tax }];
  const shippingName = shippingOption === null ? orders.shipping : `${orders.shipping} (${shippingOption.title})`;
  const sums: { name: string; amount: number; isTotal?: boolean }[] = [
    { name: orders.subtotal, amount: subtotal },
    ...discounts.map(({ title, code, amount }) => ({ name: code === null ? title : `${title} (${code})`, amount: -amount })),
    ...(taxIncluded ? [] : taxes),
    ...(shipping === 0 && shippingOption === null ? [] : [{ name: shippingName, amount: shipping }]),
    { name: orders.sum, amount: total, isTotal: true },
    ...(taxIncluded ? taxes.map(({ name, amount }) => ({ name: orders.included(name), amount })) : []),
    ...giftCards.map(({ last4, amount }) => ({ name: orders.giftCard(last4), amount: -amount })),
    ...(giftCards.length === 0 ? [] : [{ name: orders.toPay, amount: toPay }]),
    ...(refundedAmount === 0 ? [] : [{ name: orders.refundedSum, amount: -refundedAmount }]),
  ];
  return (
    <Card title={orders.items}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.id}>
            <span className={styles.line}>
              <strong>{line.title}</strong>
              <small className="soft">
                {line.sku}
                {statesOf(line).map((state) => ` · ${state}`)}
                {line.discount > 0 && ` · ${orders.lessDiscount(money(line.discount))}`}
              </small>
            </span>
            <span className="soft">
              {line.quantity} × {money(line.unitPrice)}
            </span>
            <span>{money(line.total)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {sums.map(({ name, amount, isTotal = false }, index) => (
          <div key={index} className={isTotal ? styles.total : ""}>
            <dt>{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function statesOf({ quantity, fulfilled, refunded }: OrderDetails["lines"][number]): string[] {
  const { orders } = shopTexts;
  return [
    ...(fulfilled === 0 ? [] : [orders.sentOf(fulfilled, quantity)]),
    ...(refunded === 0 ? [] : [orders.refundedOf(refunded, quantity)]),
  ];
}
