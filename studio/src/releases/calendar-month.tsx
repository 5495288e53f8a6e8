import { useState } from "react";
import { formatDate, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { firstDayOfWeek, noonOf, weeksOf } from "./calendar-days.ts";
import type { CalendarEntry } from "./calendar-entries.ts";
import { CalendarLink } from "./calendar-link.tsx";
import styles from "./calendar.module.css";

export interface CalendarProps {
  month: string;
  /** “March 2026” */
  name: string;
  today: string;
  days: ReadonlyMap<string, readonly CalendarEntry[]>;
  /** The site's address. */
  base: string;
}

/** As many as a day shows before somebody asks for all. */
const shownAtOnce = 4;

/** A month by weeks. */
export function CalendarMonth({ month, name, today, days, base }: CalendarProps) {
  const weeks = weeksOf(month, firstDayOfWeek(navigator.language));
  return (
    <table className={styles.month} aria-label={name}>
      <thead>
        <tr>
          {weeks[0]?.map(({ day }) => (
            <th key={day} scope="col" abbr={formatDate(noonOf(day), { weekday: "long" })}>
              {formatDate(noonOf(day), { weekday: "short" })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map(({ day, isOutside }) => (
              <td
                key={day}
                className={`${isOutside ? styles.outside : ""} ${day === today ? styles.today : ""}`}
                {...(day === today ? { "aria-current": "date" } : {})}
              >
                <Day day={day} isToday={day === today} isFirst={day === `${month}-01`} entries={days.get(day) ?? []} base={base} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: string;
  isToday: boolean;
  isFirst: boolean;
  entries: readonly CalendarEntry[];
  base: string;
}

function Day({ day, isToday, isFirst, entries, base }: DayProps) {
  const [isWhole, setWhole] = useState(false);
  const shownEntries = isWhole ? entries : entries.slice(0, shownAtOnce);
  const short =
    Number(day.slice(8)) === 1 || isFirst ? formatDate(noonOf(day), { day: "numeric", month: "short" }) : String(Number(day.slice(8)));
  return (
    <>
      <time dateTime={day} className={styles.number}>
        <span aria-hidden>{short}</span>
        <span className="unseen">
          {isToday && `${texts.releases.today}, `}
          {formatDate(noonOf(day), { dateStyle: "full" })}
        </span>
      </time>
      {shownEntries.length > 0 && (
        <ul className={styles.entries}>
          {shownEntries.map((entry) => (
            <li key={entry.id}>
              <CalendarLink entry={entry} base={base} />
            </li>
          ))}
        </ul>
      )}
      {shownEntries.length < entries.length && (
        <Button variant="quiet" className={styles.more ?? ""} onPress={() => setWhole(true)}>
          {texts.releases.more(String(entries.length - shownEntries.length))}
        </Button>
      )}
    </>
  );
}
