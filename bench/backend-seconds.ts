import { readFileSync } from "node:fs";
import type { Database } from "../server/src/ports/database.ts";

/** Processor seconds of the connections of this database, which must be on this machine. */
export async function backendSeconds(sql: Database): Promise<number> {
  const backends = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  return backends.reduce((sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e9, 0);
}
