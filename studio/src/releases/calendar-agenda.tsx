import { formatDate, texts } from "../app/texts.ts";
import { daysOf, noonOf } from "./calendar-days.ts";
import { CalendarLink } from "./calendar-link.tsx";
import type { CalendarProps } from "./calendar-month.tsx";
import styles from "./calendar.module.css";

/** A month as a list of the days that have something. */
export function CalendarAgenda({ month, name, today, days, base }: CalendarProps) {
  const busy = daysOf(month).filter((day) => days.has(day));
  if (busy.length === 0) return <p className={styles.nothing}>{texts.releases.nothingIn(name)}</p>;
  return (
    <ol className={styles.agenda}>
      {busy.map((day) => (
        <li key={day} className={styles.day} {...(day === today ? { "aria-current": "date" } : {})}>
          <h3>
            <time dateTime={day}>{formatDate(noonOf(day), { weekday: "long", day: "numeric", month: "long" })}</time>
            {day === today && <span className={styles.mark}>{texts.releases.today}</span>}
          </h3>
          <ul className={styles.entries}>
            {days.get(day)?.map((entry) => (
              <li key={entry.id}>
                <CalendarLink entry={entry} base={base} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
