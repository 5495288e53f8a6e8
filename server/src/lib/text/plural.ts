/** `1 site`, `2 sites`: for nouns with a regular plural. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A number of bytes in the largest unit of which there is one: `0 B`, `312 kB`, `4.2 MB`. */
export function byteCount(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ""}`;
}
