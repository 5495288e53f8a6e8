import { csvStart, csvText } from "../../../lib/text/csv.ts";
import { decimalAmount } from "../../../lib/text/money.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Address } from "./address.ts";
import type { ChosenShipping, OrderDiscount } from "./order.ts";
import type { ListedOrder, OrderDetails } from "./order-details.ts";
import { orderConditions, type OrderFilter } from "./order-filter.ts";

const pageOrders = 500;
/** A page ends with the order that reaches this number: an order has up to a hundred lines. */
const pageLines = 1_000;

interface ExportedOrder extends Omit<ListedOrder, "id" | "customerId" | "units"> {
  subtotal: number;
  discount: number;
  discounts: readonly OrderDiscount[];
  giftCardAmount: number;
  tax: number;
  taxIncluded: boolean;
  shipping: number;
  shippingOption: ChosenShipping | null;
  shippingAddress: Address | null;
  lines: Omit<OrderDetails["lines"][number], "id" | "variantId" | "productId" | "removed" | "isGiftCard">[];
}

/** The orders that meet the conditions, the latest first, as CSV with a row for each line. Each page is read on demand. */
export async function* ordersCsv(sql: Sql, siteId: string, filter: OrderFilter): AsyncGenerator<string, void> {
  yield csvStart + csvText([[...orderColumns, ...addressColumns.map(([column]) => column), ...lineColumns, ...lastColumns]]);
  for await (const order of exportedOrders(sql, siteId, filter)) yield csvText(rowsOf(order));
}

type Row = Omit<ExportedOrder, "createdAt" | "paidAt" | "lines"> & {
  createdAt: Date;
  paidAt: Date | null;
  lines: string;
  matches: number;
};

async function* exportedOrders(sql: Sql, siteId: string, filter: OrderFilter): AsyncGenerator<ExportedOrder, void> {
  // Numbers never change, so no order is read twice. One statement reads a page, so an order fits its lines.
  let before: number | undefined;
  for (;;) {
    const following = before === undefined ? piece`` : piece`and number < ${before}`;
    const rows = await sql<Row>(
      ...statement`
        select
          page.number, page.status, payments.status as "paymentStatus", page.fulfilment, page.created_at as "createdAt",
          page.paid_at as "paidAt", page.email, page.currency, page.subtotal, page.discount, page.discounts, page.gift_card_amount as "giftCardAmount", page.tax, page.tax_included as "taxIncluded", page.shipping,
          page.shipping_option as "shippingOption", page.total,
          payments.refunded + page.gift_card_refunded as "refundedAmount", page.shipping_address as "shippingAddress", page.matches,
          (
            select coalesce(json_agg(json_build_object(
              'sku', order_lines.sku, 'title', order_lines.title, 'quantity', order_lines.quantity, 'unitPrice', order_lines.unit_price,
              'total', order_lines.quantity * order_lines.unit_price - order_lines.discount, 'discount', order_lines.discount, 'tax', order_lines.tax,
              'fulfilled', order_lines.fulfilled, 'refunded', order_lines.refunded
            ) order by order_lines.position), '[]')::text
            from order_lines
            where order_lines.site_id = ${siteId} and order_lines.order_id = page.id
          ) as lines
        from (
          select
            chosen.*,
            (count(*) over ())::int as matches,
            sum(chosen.line_count) over (order by chosen.number desc) - chosen.line_count as lines_before
          from (
            select
              orders.*,
              (
                select count(*) from order_lines as counted where counted.site_id = ${siteId} and counted.order_id = orders.id
              ) as line_count
            from orders
            where ${orderConditions(siteId, filter)} ${following}
            order by number desc
            limit ${pageOrders}
          ) as chosen
        ) as page
        join payments on payments.site_id = ${siteId} and payments.order_id = page.id
        where page.lines_before < ${pageLines}
        order by page.number desc`,
    );
    for (const { matches: _, createdAt, paidAt, lines, ...order } of rows) {
      before = order.number;
      yield {
        ...order,
        createdAt: createdAt.toISOString(),
        paidAt: paidAt && paidAt.toISOString(),
        lines: JSON.parse(lines) as ExportedOrder["lines"],
      };
    }
    const { matches = 0 } = rows[0] ?? {};
    if (rows.length === matches && matches < pageOrders) return;
  }
}

const orderColumns = [
  ...["number", "status", "paymentStatus", "fulfilment", "createdAt", "paidAt", "email", "currency"],
  ...["subtotal", "tax", "shipping", "total", "refundedAmount", "taxIncluded", "shippingOption", "discount", "discountCodes"],
];
const addressColumns: readonly (readonly [string, keyof Address])[] = [
  ["shippingName", "name"],
  ["shippingCountry", "country"],
  ["shippingCompany", "company"],
  ["shippingLine1", "line1"],
  ["shippingLine2", "line2"],
  ["shippingPostalCode", "postalCode"],
  ["shippingCity", "city"],
  ["shippingRegion", "region"],
  ["shippingPhone", "phone"],
];
const lineColumns = ["sku", "title", "quantity", "unitPrice", "lineTotal", "lineTax", "fulfilled", "refunded", "lineDiscount"];
const lastColumns = ["giftCardAmount"];

function rowsOf(order: ExportedOrder): string[][] {
  const amount = (minorUnits: number) => decimalAmount(minorUnits, order.currency);
  const { number, status, paymentStatus, fulfilment, createdAt, paidAt, email, currency, shippingAddress } = order;
  const cells = [
    ...[String(number), status, paymentStatus, fulfilment, createdAt, paidAt ?? "", email ?? "", currency],
    ...[order.subtotal, order.tax, order.shipping, order.total, order.refundedAmount].map(amount),
    ...[String(order.taxIncluded), order.shippingOption?.id ?? "", amount(order.discount)],
    order.discounts.flatMap(({ code }) => code ?? []).join(" "),
    ...addressColumns.map(([, member]) => shippingAddress?.[member] ?? ""),
  ];
  return order.lines.map(({ sku, title, quantity, unitPrice, total, discount, tax, fulfilled, refunded }) => [
    ...cells,
    ...[sku, title, String(quantity), amount(unitPrice), amount(total), amount(tax), String(fulfilled), String(refunded), amount(discount)],
    amount(order.giftCardAmount),
  ]);
}
