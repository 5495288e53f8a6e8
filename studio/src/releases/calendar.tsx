import { useSuspenseQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { localDay } from "../app/local-time.ts";
import { useAsked, useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { useNarrow } from "../app/use-narrow.ts";
import { pathOfDocument } from "../content/document-path.ts";
import { Button } from "../parts/button.tsx";
import { byDay, entriesOf } from "./calendar-entries.ts";
import { firstOf, monthAfter, monthOf } from "./calendar-days.ts";
import { CalendarAgenda } from "./calendar-agenda.tsx";
import { CalendarMonth } from "./calendar-month.tsx";
import styles from "./calendar.module.css";
import { timesQuery } from "./release-queries.ts";

/** Everything with a time in a month: releases, and documents that are scheduled by themselves. On a phone, a list by day. */
export function Calendar() {
  const site = useSite();
  const go = useGo();
  const asked = useAsked();
  const { data } = useSuspenseQuery(timesQuery(site));
  const { releases } = texts;
  const today = localDay(new Date());
  const month = monthOf(asked.month ?? "") ?? today.slice(0, 7);
  const days = useMemo(() => byDay(entriesOf(data.releases, data.documents, pathOfDocument)), [data]);
  const isNarrow = useNarrow(700);
  const show = (next: string) => go(`?view=calendar&month=${next}`, { replace: true });
  const name = formatDate(firstOf(month).toISOString(), { month: "long", year: "numeric" });
  const Days = isNarrow ? CalendarAgenda : CalendarMonth;
  return (
    <section aria-label={releases.calendar} className={styles.calendar}>
      <header className={styles.bar}>
        <h2 aria-live="polite">{name}</h2>
        <div className="row" role="group" aria-label={releases.month}>
          <Button label={releases.previousMonth} onPress={() => show(monthAfter(month, -1))}>
            <ChevronLeft className="icon" aria-hidden />
          </Button>
          <Button isDisabled={month === today.slice(0, 7)} onPress={() => show(today.slice(0, 7))}>
            {releases.today}
          </Button>
          <Button label={releases.nextMonth} onPress={() => show(monthAfter(month, 1))}>
            <ChevronRight className="icon" aria-hidden />
          </Button>
        </div>
      </header>
      <Days month={month} name={name} today={today} days={days} base={`/sites/${site.slug}`} />
    </section>
  );
}
