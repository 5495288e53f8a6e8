/** A day of a calendar, and the instants between which it lies: 23, 24 or 25 hours, or others where clocks change. */
export interface Day {
  /** `2026-11-20`. */
  day: string;
  beginsAt: Date;
  /** The first instant of the day after. */
  endsAt: Date;
}

const dayMs = 24 * 60 * 60_000;

/** So many days in a time zone, the one of the instant last. */
export function lastDays(timeZone: string, now: Date, count: number): Day[] {
  const clock = clockOf(timeZone);
  const today = Date.parse(`${clock(now.getTime()).slice(0, 10)}T00:00:00Z`);
  const dates = Array.from({ length: count + 1 }, (_, index) => new Date(today + (index - count + 1) * dayMs).toISOString().slice(0, 10));
  const begins = dates.map((date) => new Date(beginningOf(date, clock)));
  return dates.slice(0, count).map((day, index) => ({ day, beginsAt: begins[index] as Date, endsAt: begins[index + 1] as Date }));
}

/** The day in a time zone, as `2026-11-20`. */
export function dayOf(timeZone: string, now: Date): string {
  return clockOf(timeZone)(now.getTime()).slice(0, 10);
}

/** Of an instant the date and time that clocks show, as `2026-11-20T09:30:00`. */
type LocalClock = (ms: number) => string;

function clockOf(timeZone: string): LocalClock {
  // In Swedish, dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium", calendar: "iso8601" });
  return (ms) => format.format(ms).replace(" ", "T");
}

/** The first instant at which clocks show the date, which may be later than midnight. */
function beginningOf(date: string, clock: LocalClock): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const offsetAt = (ms: number) => Date.parse(`${clock(ms)}Z`) - ms;
  const guess = midnight - offsetAt(midnight);
  const better = midnight - offsetAt(guess);
  const shows = (ms: number) => clock(ms) >= `${date}T00:00:00`;
  if (shows(better) && !shows(better - 1_000)) return better;
  // Clocks were put forward over midnight: the instant lies where they were.
  let [before, after] = [midnight - dayMs, midnight + dayMs];
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (shows(middle)) after = middle;
    else before = middle;
  }
  return after;
}
