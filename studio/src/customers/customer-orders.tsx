import { useQuery } from "@tanstack/react-query";
import type { SiteCustomer } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney, language } from "../app/texts.ts";
import { OrderState } from "../orders/order-state.tsx";
import { Ago } from "../parts/ago.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import styles from "./customers.module.css";

const mostShown = 10;

/** The latest orders of a customer. */
export function CustomerOrders({ customer }: { customer: SiteCustomer }) {
  const { api, key, slug } = useSite();
  const { customers, orders } = shopTexts;
  const input = { customer: customer.id, pageSize: mostShown };
  const { data } = useQuery({
    queryKey: [...key, "orders", input],
    queryFn: ({ signal }) => api.orders.listOrders(input, { signal }),
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const count = new Intl.NumberFormat(language).format(data?.total ?? 0);
  return (
    <Card title={customers.orders}>
      {data === undefined && <Loading />}
      {data?.total === 0 && <p className="soft">{customers.noOrders}</p>}
      {data !== undefined && data.total > 0 && (
        <Rows>
          {data.data.map((order) => (
            <li key={order.id}>
              <span className={styles.order}>
                <To path={`/sites/${slug}/orders/${order.id}`}>{orders.order(order.number)}</To>
                <OrderState order={order} />
              </span>
              <span className="soft">
                <Ago at={order.createdAt} />
              </span>
              <span className={styles.sum}>{formatMoney(order.total, order.currency)}</span>
            </li>
          ))}
        </Rows>
      )}
      {data !== undefined && data.total > mostShown && (
        <p className={styles.more}>
          <To path={`/sites/${slug}/orders?customer=${customer.id}`}>{customers.allOrders(count)}</To>
        </p>
      )}
    </Card>
  );
}
