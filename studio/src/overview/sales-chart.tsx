import type { Overview } from "@vitrine/client/admin";
import { formatDate, formatMoney, plural, texts } from "../app/texts.ts";
import styles from "./overview.module.css";

const height = 120;

/** Revenue day by day, one chart for each currency; as a list for those who do not see it. */
export function SalesChart({ sales }: { sales: NonNullable<Overview["sales"]> }) {
  const { overview } = texts;
  const currencies = [...new Set(sales.map(({ currency }) => currency))];
  return (
    <div className="stack">
      {currencies.map((currency) => {
        const days = sales.filter((each) => each.currency === currency);
        const total = days.reduce((sum, { revenue }) => sum + revenue, 0);
        const orders = days.reduce((sum, each) => sum + each.orders, 0);
        const most = Math.max(...days.map(({ revenue }) => revenue), 1);
        const words = ({ day, revenue, orders: sold }: (typeof days)[number]) =>
          overview.revenueOf(
            formatDate(`${day}T12:00:00Z`, { dateStyle: "medium", timeZone: "UTC" }),
            formatMoney(revenue, currency),
            plural(sold, overview.orders),
          );
        if (orders === 0) {
          return (
            <p key={currency} className="soft">
              {overview.noSales}
            </p>
          );
        }
        return (
          <figure key={currency}>
            <figcaption className={styles.total}>
              <strong>{formatMoney(total, currency)}</strong>
              <span className="soft">{plural(orders, overview.orders)}</span>
            </figcaption>
            <svg viewBox={`0 0 ${days.length * 10} ${height}`} preserveAspectRatio="none" className={styles.chart} aria-hidden>
              {days.map((day, index) => {
                const tall = Math.max((Math.max(day.revenue, 0) / most) * (height - 4), day.orders > 0 ? 2 : 0.75);
                return (
                  <rect key={day.day} x={index * 10 + 1.5} y={height - tall} width={7} height={tall} rx={1}>
                    <title>{words(day)}</title>
                  </rect>
                );
              })}
            </svg>
            <ul className="unseen">
              {days
                .filter(({ orders: sold }) => sold > 0)
                .map((day) => (
                  <li key={day.day}>{words(day)}</li>
                ))}
            </ul>
          </figure>
        );
      })}
    </div>
  );
}
