const part = (value: number) => String(value).padStart(2, "0");

/** The day of the person's clock: `2026-03-01`. */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** A time of the person's clock, as a field of local time takes it: `2026-03-01T09:30`. */
export function localTime(date: Date): string {
  return `${localDay(date)}T${part(date.getHours())}:${part(date.getMinutes())}`;
}
