import type { Ids } from "../../ports/ids.ts";

/** The context of a save: the time of the change, and the source of new ids. */
export interface Saving {
  now: Date;
  ids: Ids;
}
