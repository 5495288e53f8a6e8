import pg from "pg";
import { HeardClient } from "../server/src/adapters/postgres.ts";

/** As Vitrine's, because some of the settings cost time for each query. */
export function barePool({ url, poolSize }: { url: string; poolSize: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: HeardClient,
    max: poolSize,
    keepAlive: true,
    statement_timeout: 2_000,
    query_timeout: 3_000,
    lock_timeout: 1_000,
    idle_in_transaction_session_timeout: 5_000,
  });
  pool.on("error", () => undefined);
  return pool;
}
