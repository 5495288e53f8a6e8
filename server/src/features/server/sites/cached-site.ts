import { windowMs } from "../../../lib/media/signed-address.ts";
import type { Site } from "../../../lib/site.ts";
import type { Clock } from "../../../ports/clock.ts";

export interface CachedSite {
  /** Replaced when a version rises. */
  site: Site;
  /** The start of the last statement that showed this state to be the current one. */
  confirmedAtMs: number;
  /** A statement saw newer versions: nothing is shown until their changes are known. */
  isBehind: boolean;
  /** False after a poll failed, until a request has read the site anew. */
  isPolled: boolean;
  /** The changes of its stock are being read. */
  isFollowed: boolean;
}

/** Whether the addresses of its private files are those of a window that is over. It is read anew, and its cached responses stay behind. */
export function hasOldAddresses({ site: { filesUntil: until } }: CachedSite, clock: Pick<Clock, "now">): boolean {
  return until !== null && clock.now().getTime() >= until - windowMs;
}
