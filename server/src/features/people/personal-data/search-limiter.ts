import { ConcurrencyLimiter } from "../../../lib/limits/concurrency-limiter.ts";

/**
 * An export and an erasure search all submissions and payments of a site: of these one at a time runs for a site, and two for all sites, so
 * that connections to the database remain for everything else.
 */
export function newSearchLimiter(): ConcurrencyLimiter {
  return new ConcurrencyLimiter({
    atOnce: 1,
    inAll: 2,
    maxWaiting: 4,
    maxWaitMs: 10_000,
    refusal: "Other exports and erasures run at the moment. Try again in a minute.",
  });
}
