import type { Ids } from "../../ports/ids.ts";

/** The context of a save: the time of the change, and the source of new ids. */
export interface WriteContext {
  now: Date;
  ids: Ids;
}

/** The context of a save of public data. */
export interface PublicWriteContext extends WriteContext {
  /** Gets the tags of the cached responses that the save makes out of date. */
  touched: Set<string>;
}
