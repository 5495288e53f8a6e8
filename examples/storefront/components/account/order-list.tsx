import Link from "next/link";
import type { Order } from "@vitrine/client";
import { longDate } from "@/lib/dates";
import { currentLocale } from "@/lib/locale";
import { money } from "@/lib/money";
import { fill } from "@/messages/fill";

export async function OrderList({ orders }: { orders: readonly Order[] }) {
  const { locale, words } = await currentLocale();
  if (orders.length === 0) return <p className="soft">{words.accountPages.noOrders}</p>;
  return (
    <ul className="order-list">
      {orders.map(({ id, number, status, total, currency, createdAt }) => (
        <li key={id} className="card">
          <Link className="card-link" href={`/${locale}/account/orders/${id}`}>
            {fill(words.accountPages.order, { number })}
          </Link>
          <span className="number">{money(total, currency, locale)}</span>
          <span className="soft small">{longDate(createdAt, locale)}</span>
          <span className="soft small number">{words.accountPages.status[status]}</span>
        </li>
      ))}
    </ul>
  );
}
