import { connectPostgres } from "../server/src/adapters/postgres.ts";

/**
 * A table that has all columns of a list of orders, as a developer would build it for these lists alone: no list joins another table, and
 * each condition has an index.
 */
export async function addPlainOrders(databaseUrl: string): Promise<void> {
  const sql = connectPostgres({ url: databaseUrl, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    await sql.begin(
      (tx) =>
        tx.script(`
          create table plain_orders as
          select orders.site_id, orders.id, orders.number, orders.status, payments.status as payment_status, orders.fulfilment, orders.currency,
            orders.total, payments.refunded, orders.email, orders.customer_id, orders.created_at, orders.paid_at, orders.revision,
            (select sum(order_lines.quantity)::int from order_lines where order_lines.site_id = orders.site_id and order_lines.order_id = orders.id) as units,
            orders.status in ('PAID', 'PARTIALLY_REFUNDED') and orders.fulfilled_at is null as is_to_fulfil,
            orders.shipping_address ->> 'name' as name
          from orders join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
          order by orders.created_at;
          alter table plain_orders add primary key (site_id, id);
          create unique index on plain_orders (site_id, number);
          create index on plain_orders (site_id, status, number);
          create index on plain_orders (site_id, number) where is_to_fulfil;
          create index on plain_orders (site_id, created_at, number);
          create index on plain_orders (site_id, email);
          create index on plain_orders (site_id, customer_id, number);
          create index on plain_orders using gin (site_id, to_tsvector('simple', name));
          create table plain_lines as select site_id, sku, order_id from order_lines;
          create index on plain_lines (site_id, sku, order_id);`),
      { statementTimeoutMs: 300_000 },
    );
  } finally {
    await sql.close();
  }
}
