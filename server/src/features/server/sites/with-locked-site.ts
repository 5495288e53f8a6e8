import type { Database, Transaction } from "../../../ports/database.ts";
import { lockAndReadSite, type AdminSite } from "./admin-site.ts";

/** Runs a change of a site that nobody else changes meanwhile. */
export async function withLockedSite<T>(sql: Database, siteId: string, work: (tx: Transaction, site: AdminSite) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    const locked = await lockAndReadSite(tx, siteId);
    if (!locked) throw new Error("A site vanished while it was changed.");
    return work(tx, locked.site);
  });
}
