import Link from "next/link";
import type { Order } from "@vitrine/client";
import { longDate } from "@/lib/dates";
import { currentLocale } from "@/lib/locale";
import { money } from "@/lib/money";
import { shownStatus } from "@/lib/order-standing";
import { fill } from "@/messages/fill";

export async function OrderList({ orders }: { orders: readonly Order[] }) {
  const { locale, words } = await currentLocale();
  if (orders.length === 0) return <p className="soft">{words.accountPages.noOrders}</p>;
  return (
    <ul className="order-list">
      {orders.map((order) => (
        <li key={order.id} className="card">
          <Link className="card-link" href={`/${locale}/account/orders/${order.id}`}>
            {fill(words.accountPages.order, { number: order.number })}
          </Link>
          <span className="number">{money(order.total, order.currency, locale)}</span>
          <span className="soft small">{longDate(order.createdAt, locale)}</span>
          <span className="soft small number">{words.accountPages.status[shownStatus(order)]}</span>
        </li>
      ))}
    </ul>
  );
}
