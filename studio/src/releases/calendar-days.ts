import { localDay } from "../app/local-time.ts";

export interface CalendarDay {
  /** `2026-03-01` */
  day: string;
  /** Of the month before or after, to fill the week. */
  isOutside: boolean;
}

/** The month of a day, or of what stands in an address: `2026-03`. Undefined: it is none. */
export function monthOf(text: string): string | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])/.exec(text)?.[0];
}

/** The first of a month, at noon: no change of the clocks moves it to another day. */
export function firstOf(month: string): Date {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(year, number - 1, 1, 12);
}

/** The month that many months later, or before: `2026-12` and 1 are `2027-01`. */
export function monthAfter(month: string, months: number): string {
  const first = firstOf(month);
  return localDay(new Date(first.getFullYear(), first.getMonth() + months, 1, 12)).slice(0, 7);
}

/** The middle of a day, as an instant. */
export const noonOf = (day: string) => new Date(`${day}T12:00`).toISOString();

/** The days of a month. */
export function daysOf(month: string): string[] {
  return weeksOf(month, 1).flatMap((week) => week.flatMap(({ day, isOutside }) => (isOutside ? [] : [day])));
}

/** The weeks that a month touches, each of seven days. `firstDay`: of the week, 0 for Sunday. */
export function weeksOf(month: string, firstDay: number): CalendarDay[][] {
  const first = firstOf(month);
  const before = (first.getDay() - firstDay + 7) % 7;
  const weeks: CalendarDay[][] = [];
  for (let at = -before; weeks.length === 0 || isInMonth(at); at += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = localDay(dayAt(at + index));
        return { day, isOutside: !day.startsWith(month) };
      }),
    );
  }
  return weeks;

  function dayAt(offset: number): Date {
    return new Date(first.getFullYear(), first.getMonth(), 1 + offset, 12);
  }
  function isInMonth(offset: number): boolean {
    return localDay(dayAt(offset)).startsWith(month);
  }
}

/** The day that weeks begin with where the person lives: 0 for Sunday. Monday, where nobody knows. */
export function firstDayOfWeek(locale: string): number {
  const localeInfo = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };
  return ((localeInfo.getWeekInfo?.() ?? localeInfo.weekInfo)?.firstDay ?? 1) % 7;
}
