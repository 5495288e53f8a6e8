import type { ListedOrder } from "@vitrine/client/admin";
import { listTexts } from "../app/list-texts.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { formatMoney, texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import type { TableColumn } from "../parts/table.tsx";
import { OrderState } from "./order-state.tsx";
import styles from "./orders.module.css";

/** The columns of the list of orders. */
export function orderColumns(): TableColumn<ListedOrder>[] {
  const { orders } = shopTexts;
  const { columns } = listTexts;
  return [
    {
      id: "number",
      label: orders.orderColumn,
      isSortable: true,
      width: "3fr",
      show: ({ number, email }) => (
        <>
          <span className={styles.number}>{number}</span>
          <span className="soft">{email ?? orders.noAddress}</span>
        </>
      ),
    },
    { id: "state", label: texts.list.state, width: "2fr", show: (order) => <OrderState order={order} /> },
    { id: "units", label: orders.units, width: 90, isMinor: true, show: ({ units }) => units },
    {
      id: "createdAt",
      label: orders.placed,
      width: 160,
      isMinor: true,
      show: ({ createdAt }) => (
        <span className="soft">
          <Ago at={createdAt} />
        </span>
      ),
    },
    {
      id: "total",
      label: orders.sum,
      isSortable: true,
      width: 130,
      isMinor: true,
      show: ({ total, currency }) => formatMoney(total, currency),
    },
    {
      id: "email",
      label: columns.email,
      isOffered: true,
      width: "2fr",
      show: ({ email }) => <span>{email ?? orders.noAddress}</span>,
    },
    {
      id: "payment",
      label: columns.payment,
      isOffered: true,
      width: 170,
      show: ({ paymentStatus }) => <span>{orders.paymentStatuses[paymentStatus]}</span>,
    },
    {
      id: "paidAt",
      label: columns.paidAt,
      isOffered: true,
      width: 160,
      show: ({ paidAt }) => <span className="soft">{paidAt !== null && <Ago at={paidAt} />}</span>,
    },
    {
      id: "refunded",
      label: columns.refunded,
      isOffered: true,
      width: 130,
      show: ({ refundedAmount, currency }) => (refundedAmount > 0 ? formatMoney(refundedAmount, currency) : ""),
    },
  ];
}
