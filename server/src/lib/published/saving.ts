import type { Ids } from "../../ports/ids.ts";

/** What a save is done with: the instant it counts as, and where new ids come from. */
export interface Saving {
  now: Date;
  ids: Ids;
}
