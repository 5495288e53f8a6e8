import type { OrderDetails } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { formatMoney, language } from "../app/texts.ts";
import { Card } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { useSite } from "../app/site.tsx";
import { OrderState } from "./order-state.tsx";
import styles from "./orders.module.css";

/** The state of an order, its payment and its buyer. */
export function OrderSide({ order }: { order: OrderDetails }) {
  const { slug } = useSite();
  const { orders } = shopTexts;
  const { email, customerId, notes, payment, refunds, shippingAddress, billingAddress, metadata } = order;
  const pending = refunds.filter(({ status }) => status === "PENDING");
  return (
    <div className={styles.side}>
      <Card title={orders.state}>
        <p className="row">
          <OrderState order={order} />
        </p>
        <dl className={styles.facts}>
          <dt>{orders.payment}</dt>
          <dd>{orders.paymentStatuses[payment.status]}</dd>
          {payment.processorPayment !== null && (
            <>
              <dt>{orders.atProcessor}</dt>
              <dd className={styles.code}>{payment.processorPayment}</dd>
            </>
          )}
        </dl>
        {pending.map(({ id, amount }) => (
          <p key={id} className="soft">
            {orders.refundPending(formatMoney(amount, order.currency))}
          </p>
        ))}
      </Card>
      <Card title={orders.buyer}>
        <p>{email === null ? <span className="soft">{orders.noAddress}</span> : <a href={`mailto:${email}`}>{email}</a>}</p>
        <p className="soft">
          {customerId === null ? orders.guest : <To path={`/sites/${slug}/orders?customer=${customerId}`}>{orders.otherOrders}</To>}
        </p>
        {notes !== null && (
          <>
            <h3>{orders.buyersNote}</h3>
            <p className={styles.text}>{notes}</p>
          </>
        )}
        <Address name={orders.shippingAddress} address={shippingAddress} />
        <Address name={orders.billingAddress} address={billingAddress} />
      </Card>
      {Object.keys(metadata).length > 0 && (
        <Card title={orders.metadata}>
          <dl className={styles.facts}>
            {Object.entries(metadata).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={styles.text}>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </div>
  );
}

function Address({ name, address }: { name: string; address: OrderDetails["shippingAddress"] }) {
  if (address === null) return null;
  const place = [address.postalCode, address.city].filter((part) => part !== undefined).join(" ");
  const country = new Intl.DisplayNames([language], { type: "region" }).of(address.country) ?? address.country;
  const lines = [address.name, address.company, address.line1, address.line2, place, address.region, country, address.phone];
  return (
    <>
      <h3>{name}</h3>
      <p className={styles.text}>{lines.filter((line) => line !== undefined && line !== "").join("\n")}</p>
    </>
  );
}
