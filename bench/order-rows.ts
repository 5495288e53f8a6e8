import type { Scratch } from "./scratch.ts";
import { vocabulary } from "./catalogue.ts";

/** Orders of many sites, of which the first is large. */
export interface OrderSizes {
  /** Of the large site, and of each of the others. A multiple of the others' is due for the large site. */
  large: number;
  small: number;
  sites: number;
}

export const orderSizes: OrderSizes = { large: 50_000, small: 5_000, sites: 200 };

/** The large site is number 0. */
export const orderSiteSlug = (site: number) => `orders-${site}`;
export const firstNames = vocabulary.slice(1_000, 1_100);
export const lastNames = vocabulary.slice(2_000, 2_499);
/** Orders of a site for each of its SKUs: with two lines an order, each SKU is in forty. */
export const ordersPerSku = 20;
const ordersPerCustomer = 3;
/** Of every hundred orders of a site, so many of the newest wait to be sent. */
const unsentPercent = 2;

/** Fills a migrated database with plain SQL. Orders of all sites are placed in turn, so that those of one site are far apart on the disk. */
export async function addOrderRows(scratch: Scratch, url: string, sizes: OrderSizes): Promise<void> {
  const list = (words: readonly string[]) => `array['${words.join("','")}']`;
  const step = Math.max(1, Math.round(sizes.large / sizes.small));
  const rows = (per: number) => `
    from generate_series(1, ${Math.ceil(sizes.large / per)}) as turn
    join bench_sites as site on turn % site.step = 0
    cross join lateral (select turn / site.step as number, site.orders / ${per} as most) as counted`;
  const id = (kind: string, number: string) =>
    `(lpad(to_hex(${number}), 8, '0') || '0000' || '7000' || '8000' || lpad(to_hex(site.place * 16 + ${kind}), 12, '0'))::uuid`;
  const customerNumber = `1 + number * 7919 % greatest(1, site.orders / ${ordersPerCustomer})`;
  const hasAccount = "number % 10 < 7";
  const firstName = (number: string) => `(${list(firstNames)})[1 + (${number}) * 37 % ${firstNames.length}]`;
  const lastName = (number: string) => `(${list(lastNames)})[1 + (${number}) * 101 % ${lastNames.length}]`;
  // Without digits, by which searches for the number of an order would find customers.
  const email = (number: string) =>
    `${firstName(number)} || '.' || ${lastName(number)} || '.' || translate((${number})::text, '0123456789', 'abcdefghij') || '@example.com'`;
  const isOfNewest = (percent: number) => `number > most * ${1 - percent / 100}`;
  // Only the newest wait for their payment: the server cancels the others.
  const status = `case when number % 5 = 1 and ${isOfNewest(0.5)} then 'PENDING' when number % 17 = 2 then 'CANCELLED'
    when number % 50 = 3 then 'REFUNDED' when number % 33 = 4 then 'PARTIALLY_REFUNDED' when ${isOfNewest(unsentPercent)} then 'PAID'
    else 'FULFILLED' end`;
  // As the server does with those that were never paid.
  const unlessErased = (value: string) => `case when status <> 'CANCELLED' then ${value} end`;
  const eachIndex = (statement: string) => `
    do $$ declare index record; begin
      for index in select * from bench_indexes loop execute ${statement}; end loop;
    end $$`;
  const createdAt = "now() - (most - number + 1) * interval '730 days' / most";
  const statements = [
    // Nothing here refers to what is not there, and the checks of it would take most of the time.
    "set session_replication_role = replica; set synchronous_commit = off",
    `insert into sites (id, slug, name, default_locale, locales, currency, created_at, updated_at)
     select md5('site ' || place)::uuid, '${orderSiteSlug(0).slice(0, -1)}' || place, 'Orders', 'en', '{en}', 'eur', now(), now()
     from generate_series(0, ${sizes.sites - 1}) as place`,
    "insert into site_versions (site_id, id) select id, id from sites on conflict do nothing",
    `create table bench_sites as
     select md5('site ' || place)::uuid as site_id, place, case when place = 0 then 1 else ${step} end as step,
       case when place = 0 then ${sizes.large} else ${sizes.small} end as orders
     from generate_series(0, ${sizes.sites - 1}) as place`,
    `create table bench_indexes as
     select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('customers', 'orders', 'order_lines', 'payments') and indexname not in (select conname from pg_constraint)`,
    eachIndex("'drop index ' || index.name"),
    `insert into customers (site_id, id, email, password_hash, first_name, last_name, created_at, updated_at)
     select site_id, ${id("1", "number")}, ${email("number")}, '', initcap(${firstName("number")}), initcap(${lastName("number")}), now(), now()
     ${rows(ordersPerCustomer)}`,
    `insert into orders (site_id, id, number, status, customer_id, email, currency, subtotal, tax, shipping, total, units, payment_status, refunded, expires_at, paid_at,
       fulfilled_at, fulfilment, cancelled_at, erased_at, shipping_address, created_at, updated_at)
     select site_id, ${id("2", "number")}, number, status, case when ${hasAccount} and status <> 'CANCELLED' then ${id("1", "buyer")} end, ${unlessErased(email("buyer"))}, 'eur',
       1000 + number % 9000, 0, 490, 1490 + number % 9000, (1 + number % 3) * (1 + number % 2),
       case when status in ('PENDING', 'CANCELLED', 'REFUNDED', 'PARTIALLY_REFUNDED') then status else 'SUCCEEDED' end,
       case status when 'REFUNDED' then 1490 + number % 9000 when 'PARTIALLY_REFUNDED' then 100 else 0 end, now() + interval '1 day', case when status not in ('PENDING', 'CANCELLED') then at + interval '5 minutes' end,
       case when status in ('FULFILLED', 'PARTIALLY_REFUNDED') then at + interval '2 days' end,
       case when status in ('FULFILLED', 'PARTIALLY_REFUNDED') then 'FULFILLED' when status = 'PAID' and number % 10 = 0 then 'PARTIAL' else 'UNFULFILLED' end,
       case when status = 'CANCELLED' then at end, case when status = 'CANCELLED' then at end,
       ${unlessErased(`json_build_object('name', initcap(${firstName("buyer")}) || ' ' || initcap(${lastName("buyer")}), 'line1', 'Street ' || number,
         'city', 'Town', 'postalCode', '10115', 'country', 'DE')`)},
       at, at
     ${rows(1)}
     cross join lateral (select ${status} as status, ${customerNumber} as buyer, ${createdAt} as at) as made`,
    `insert into order_lines (site_id, id, order_id, position, variant_id, product_id, title, sku, quantity, unit_price, reserved)
     select site_id, ${id("3 + line", "number")}, ${id("2", "number")}, line, md5('variant ' || sku)::uuid, md5('product ' || sku)::uuid,
       'Product ' || sku, 'SKU-' || sku, 1 + number % 2, 1000, 0
     ${rows(1)}
     cross join generate_series(0, 2) as line
     cross join lateral (select 1 + (number * 31 + line * 977) % greatest(1, site.orders / ${ordersPerSku}) as sku) as sold
     where line <= number % 3`,
    `insert into payments (site_id, id, order_id, amount, currency, metadata, status, refunded, request, created_at, updated_at)
     select site_id, id, id, total, 'eur', '{}', payment_status, refunded, '{}', created_at, created_at
     from orders order by orders.created_at`,
    eachIndex("index.definition"),
    "drop table bench_sites, bench_indexes",
  ];
  await scratch.on(url, statements.join(";\n"));
  await scratch.on(url, "vacuum analyze");
}
