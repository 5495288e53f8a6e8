import { Type } from "typebox";
import { GivenInstant, instantOf, Uuid } from "../../../lib/http/envelope.ts";
import { searchTerms, termQuery } from "../../../lib/search/search-text.ts";
import { joined, piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { isToFulfil } from "./order-conditions.ts";
import { fulfilments } from "./order-details.ts";
import { orderStatuses, type OrderStatus } from "./order.ts";

/** `TO_FULFIL`: paid, and not sent completely. */
const fulfilmentFilters = [...fulfilments, "TO_FULFIL"] as const;

/** The conditions of a list of orders; all of them must be met. */
export interface OrderFilter {
  status?: OrderStatus | undefined;
  fulfilment?: (typeof fulfilmentFilters)[number] | undefined;
  /** Whether it was ever paid. */
  paid?: boolean | undefined;
  /** A number, the beginning of an e-mail address or of the recipient's name, an SKU, or words of a customer's name. */
  q?: string | undefined;
  /** Placed at this time or later; paid then, if only paid ones are listed. */
  from?: Date | undefined;
  /** Placed, or paid, before this time. */
  to?: Date | undefined;
  customer?: string | undefined;
}

const noNumber = -1;

/** Of so many customers with a name, the orders are looked for. */
const mostCustomers = 500;

/** The query parameters that choose orders. */
export const orderFilters = {
  status: Type.Optional(Type.Enum([...orderStatuses])),
  fulfilment: Type.Optional(
    Type.Enum([...fulfilmentFilters], { description: "`TO_FULFIL`: paid, not refunded completely, and not sent completely." }),
  ),
  paid: Type.Optional(Type.Boolean({ description: "Whether the order was ever paid." })),
  from: Type.Optional({
    ...GivenInstant,
    description: "Orders that were placed at this time or later; with `paid=true`, that were paid then.",
  }),
  to: Type.Optional({
    ...GivenInstant,
    description: "Orders that were placed before this time; with `paid=true`, that were paid before it.",
  }),
  customer: Type.Optional({ ...Uuid, description: "The ID of a customer." }),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "The number of an order, the beginning of its e-mail address or of its recipient's name, an SKU in it, or words of the name of its customer.",
    }),
  ),
};

/** The conditions that a request's query parameters name. */
export function orderFilterOf(query: Omit<OrderFilter, "from" | "to"> & { from?: string; to?: string }): OrderFilter {
  const { status, fulfilment, paid, q, customer, from, to } = query;
  return { status, fulfilment, paid, q, customer, from: instantOf(from), to: instantOf(to) };
}

/** The conditions on rows of `orders`, of one site. */
export function orderConditions(siteId: string, { status, fulfilment, paid, q = "", from, to, customer }: OrderFilter): SqlPiece {
  const search = q.trim();
  const time = paid ? piece`paid_at` : piece`created_at`;
  const conditions = [
    piece`site_id = ${siteId}`,
    ...(status === undefined ? [] : [piece`status = ${status}`]),
    ...(fulfilment === undefined ? [] : [fulfilment === "TO_FULFIL" ? isToFulfil : piece`fulfilment = ${fulfilment}`]),
    ...(paid === undefined ? [] : [paid ? piece`paid_at is not null` : piece`paid_at is null`]),
    ...(from === undefined ? [] : [piece`${time} >= ${from}`]),
    ...(to === undefined ? [] : [piece`${time} < ${to}`]),
    ...(customer === undefined ? [] : [piece`customer_id = ${customer}::uuid`]),
    ...(search === "" ? [] : [matches(siteId, search)]),
  ];
  return joined(conditions, "and");
}

/** Each of these is looked up in an index. */
function matches(siteId: string, search: string): SqlPiece {
  const [, digits] = /^#?(\d{1,9})$/.exec(search) ?? [];
  const address = search.toLowerCase();
  const terms = searchTerms(search).map((term) => termQuery(term).replaceAll(" <-> ", " & "));
  const alternatives = [
    piece`email >= ${address} and email < ${address} || chr(1114111)`,
    piece`id = any (array(
      select order_lines.order_id from order_lines
      where order_lines.site_id = ${siteId} and order_lines.sku in (${search}, ${search.toUpperCase()})
    ))`,
    piece`shipping_address is not null and lower(shipping_address ->> 'name') collate "C" >= ${address}
      and lower(shipping_address ->> 'name') collate "C" < ${address} || chr(1114111)`,
    piece`number = ${digits === undefined ? noNumber : Number(digits)}`,
    ...(terms.length === 0
      ? []
      : [
          piece`customer_id = any (array(
            select customers.id from customers
            where customers.site_id = ${siteId}
              and array_to_tsvector(search_keys(
                coalesce(customers.first_name, '') || ' ' || coalesce(customers.last_name, '') || ' ' || split_part(customers.email, '@', 1)
              )) @@ ${terms.join(" & ")}::tsquery
            limit ${mostCustomers}
          ))`,
        ]),
  ];
  return piece`(${joined(alternatives, "or")})`;
}
