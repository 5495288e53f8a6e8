import { createHash } from "node:crypto";
import type { Scratch } from "./scratch.ts";

/** Of the first prepared order, far above those that the shop gives. */
export const firstNumber = 1_000_000;

/** The names of the nth prepared order, its payment and its payment page: no two alike, and in no order. */
export function preparedIds(number: number): { orderId: string; paymentId: string; sessionId: string } {
  const md5 = (what: string) => createHash("md5").update(`${what} ${number}`).digest("hex");
  return { orderId: asUuid(md5("order")), paymentId: asUuid(md5("payment")), sessionId: `cs_test_${md5("page")}` };
}

/** Prepares a number of unpaid orders, each a copy of an unpaid one. */
export async function prepareOrders(scratch: Scratch, url: string, patternId: string, count: number): Promise<void> {
  const prepared = `
    (
      select
        number,
        md5('order ' || number)::uuid as order_of,
        md5('payment ' || number)::uuid as payment_of,
        'cs_test_' || md5('page ' || number) as session_of
      from generate_series(0, ${count - 1}) as number
    ) as prepared`;
  // Each row of the pattern's with other ids, whichever columns it has.
  const copies = (table: string, column: string, changes: string) => `
    insert into ${table}
    select copy.*
    from ${table} as pattern
    cross join ${prepared}
    cross join lateral jsonb_populate_record(pattern, jsonb_build_object(${changes})) as copy
    where pattern.${column} = '${patternId}'`;
  await scratch.on(url, copies("orders", "id", `'id', order_of, 'number', ${firstNumber} + prepared.number`));
  await scratch.on(url, copies("order_lines", "order_id", "'id', md5('line ' || order_of)::uuid, 'order_id', order_of"));
  await scratch.on(url, copies("payments", "order_id", "'id', payment_of, 'order_id', order_of, 'processor_session_id', session_of"));
  await scratch.on(url, "vacuum analyze");
}

/** As PostgreSQL writes it. */
function asUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
