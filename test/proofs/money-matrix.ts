import type { Database } from "../../server/src/ports/database.ts";
import type { TestServer } from "../kit/harness.ts";
import { eventRows } from "./money-events.ts";
import { jobRows } from "./money-jobs.ts";
import { keyRows } from "./money-keys.ts";
import { requestRows } from "./money-requests.ts";
import { staffRows } from "./money-staff.ts";
import { moneyTwins, type MoneyRows } from "./money-twins.ts";

/** By operation, and what is none: what is done to the one of two shops that have all in common must neither show nor touch the other. */
export const moneyRows: MoneyRows = { ...keyRows, ...requestRows, ...eventRows, ...jobRows, ...staffRows };

/**
 * Runs a row on twins of its own, with the shop that it acts on made first or second: whoever forgets to ask for the site
 * finds what was made first. `sql` is the database itself, whatever stands between it and the server.
 */
export async function runMoneyRow(server: TestServer, sql: Database, name: string, order: { ownIsFirst: boolean }): Promise<void> {
  await moneyRows[name]?.(server, await moneyTwins(server, sql, order));
}
