import { randomInt } from "node:crypto";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Before each further try of a delivery. */
const delaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
/** Of a delay: endpoints that come back are not asked by everything at once. */
const jitter = 0.1;
const chances = 1_000;
const longestAskedMs = 24 * hour;
/** As long as an endpoint that does not answer at all is tried. */
export const disabledAfterMs = 5 * 24 * hour;
/** After a failure nothing is sent to the endpoint for a while. */
export const pauseMs = 5 * second;

/** When a delivery is tried again after so many tries; undefined: not any more. `asked`: the time that the endpoint named. */
export function nextTry(now: Date, tries: number, asked: Date | undefined, chance = randomInt(chances) / chances): Date | undefined {
  const delayMs = delaysMs[tries - 1];
  if (delayMs === undefined) return undefined;
  const plannedMs = now.getTime() + delayMs * (1 + jitter * chance);
  const askedMs = Math.min(asked?.getTime() ?? 0, now.getTime() + longestAskedMs);
  return new Date(Math.max(plannedMs, askedMs));
}

/** The time in a `Retry-After` (RFC 9110): a number of seconds, or a date. */
export function askedTime(retryAfter: string | null, now: Date): Date | undefined {
  if (retryAfter === null) return undefined;
  const text = retryAfter.trim();
  const at = /^\d{1,10}$/.test(text) ? now.getTime() + Number(text) * second : Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at);
}
