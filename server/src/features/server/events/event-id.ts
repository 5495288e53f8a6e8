import { readSnapshot } from "../../../lib/events/snapshot.ts";
import type { EventState } from "../../../lib/events/site-events.ts";

/** Events of longer ago are not repeated. */
const resumableMs = 10 * 60_000;
// A client's clock plays no part; those of two servers may differ a little.
const aheadMs = 60_000;
const longestId = 16_384;

/** The id of the last event of a stream: the time, and the state of the database up to which the stream is complete. */
export function eventId({ era, snapshot }: EventState, now: Date): string {
  return `${now.getTime().toString(36)}/${era}/${snapshot}`;
}

/** The state that an id stands for. Undefined: it is none of ours, or too old. */
export function stateOfEventId(id: string, now: Date): EventState | undefined {
  if (id.length > longestId) return undefined;
  const [time, era, snapshot, ...more] = id.split("/");
  if (time === undefined || era === undefined || snapshot === undefined || more.length > 0) return undefined;
  if (!/^[0-9a-z]{1,10}$/.test(time) || !/^[\d.]{1,30}$/.test(era) || !readSnapshot(snapshot)) return undefined;
  const ageMs = now.getTime() - Number.parseInt(time, 36);
  return ageMs <= resumableMs && ageMs >= -aheadMs ? { era, snapshot } : undefined;
}
