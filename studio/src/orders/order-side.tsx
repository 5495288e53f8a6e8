import type { OrderDetails } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney } from "../app/texts.ts";
import { Card } from "../parts/page.tsx";
import { PostalAddress } from "../parts/postal-address.tsx";
import { To } from "../parts/to.tsx";
import { OrderState } from "./order-state.tsx";
import styles from "./orders.module.css";

/** The state of an order, its payment and its buyer. */
export function OrderSide({ order }: { order: OrderDetails }) {
  const { slug, may } = useSite();
  const { orders } = shopTexts;
  const { email, customerId, notes, payment, refunds, shippingAddress, billingAddress, metadata } = order;
  const pending = refunds.filter(({ status }) => status === "PENDING");
  return (
    <>
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
        {customerId === null && <p className="soft">{orders.guest}</p>}
        {customerId !== null && (
          <p className="row">
            {may("customers:read") && <To path={`/sites/${slug}/customers/${customerId}`}>{orders.customerPage}</To>}
            <To path={`/sites/${slug}/orders?customer=${customerId}`}>{orders.otherOrders}</To>
          </p>
        )}
        {notes !== null && (
          <>
            <h3 className={styles.subtitle}>{orders.buyersNote}</h3>
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
    </>
  );
}

function Address({ name, address }: { name: string; address: OrderDetails["shippingAddress"] }) {
  if (address === null) return null;
  return (
    <>
      <h3 className={styles.subtitle}>{name}</h3>
      <PostalAddress address={address} />
    </>
  );
}
