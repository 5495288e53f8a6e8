/** A day as people of the locale write it. */
export function longDate(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(instant));
}

/** So many minutes as people say it: 1 hr 30 min. */
export function duration(minutes: number, locale: string): string {
  const parts = [
    { count: Math.floor(minutes / 60), unit: "hour" },
    { count: minutes % 60, unit: "minute" },
  ];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => new Intl.NumberFormat(locale, { style: "unit", unit }).format(count))
    .join(" ");
}
