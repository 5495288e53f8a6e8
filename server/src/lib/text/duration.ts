const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };

/** Milliseconds of a duration as people write it in a command: `90m`, `24h`, `7d`. Undefined when the text is not one. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,6})([mhd])$/.exec(text);
  return match ? Number(match[1]) * (unitsMs[match[2] ?? ""] ?? Number.NaN) : undefined;
}
