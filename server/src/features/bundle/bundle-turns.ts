import { Turns } from "../../lib/limits/turns.ts";

/** Exports and imports of this process: each holds a whole site in memory, and a transaction for up to a minute. */
export const bundleTurns = new Turns({
  ...{ atOnce: 1, inAll: 2, maxWaiting: 4, maxWaitMs: 15_000 },
  refusal: "Too many bundles are read and written. Try again in a minute.",
});
