import type { Database } from "../../server/src/ports/database.ts";
import type { TestServer } from "../kit/harness.ts";
import { eventRows } from "./money-events.ts";
import { jobRows } from "./money-jobs.ts";
import { keyRows } from "./money-keys.ts";
import { requestRows } from "./money-requests.ts";
import { orderRows } from "./money-orders.ts";
import { staffRows } from "./money-staff.ts";
import { moneyTenants, type MoneyRows } from "./money-tenant-pair.ts";

/** By operation or job: an action on one of two equal shops must neither show nor touch the other. */
export const moneyRows: MoneyRows = { ...keyRows, ...requestRows, ...eventRows, ...jobRows, ...staffRows, ...orderRows };

/**
 * Runs a row on two tenants of its own, with the acting shop made first or second: a statement that forgets the site
 * finds the shop that was made first. `sql` is the database itself, without any wrapper of the server's.
 */
export async function runMoneyRow(server: TestServer, sql: Database, name: string, order: { ownIsFirst: boolean }): Promise<void> {
  await moneyRows[name]?.(server, await moneyTenants(server, sql, order));
}
