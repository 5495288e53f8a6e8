/** A moment on the clock of a time zone, as a field of local time takes it: `2026-03-01T09:30`. */
export function timeInZone(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const parts = Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${(parts.year ?? "").padStart(4, "0")}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** The moment at which the clock of a time zone shows this local time. An hour that the clock skips is the one after it. Undefined: it is no time. */
export function instantIn(local: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const offsetAt = (at: number) => Date.parse(`${timeInZone(new Date(at).toISOString(), timeZone)}Z`) - Math.floor(at / 60_000) * 60_000;
  // The offset before a change of the clock may differ from the one after it.
  const guess = wanted - offsetAt(wanted);
  const at = wanted - offsetAt(guess);
  return new Date(wanted - offsetAt(at) === at ? at : Math.max(guess, at)).toISOString();
}
