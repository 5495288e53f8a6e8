import type { Logger } from "pino";
import type { PublishedReadDeps } from "./lib/published-read.ts";
import type { KeyRing } from "./lib/secret.ts";
import type { Database } from "./ports/database.ts";
import type { Ids } from "./ports/ids.ts";

/** Everything that operations take from outside: chosen once, at start, and by each test for itself. */
export interface Deps extends PublishedReadDeps {
  sql: Database;
  ids: Ids;
  secrets: KeyRing;
  log: Logger;
  /** Where the service is reached from outside, without a trailing slash. */
  publicUrl: string;
  /** Aborted when the server is asked to stop: it finishes what it has and should get nothing new. */
  draining: AbortSignal;
}
