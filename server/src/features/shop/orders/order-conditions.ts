import { piece } from "../../../lib/sql/sql-statement.ts";

/** Whether a row of `orders` is paid and not sent yet. The index `orders_to_fulfil` has these orders. */
export const isToFulfil = piece`orders.status in ('PAID', 'PARTIALLY_REFUNDED') and orders.fulfilled_at is null`;
