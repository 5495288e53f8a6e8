import type { Actor } from "../../../lib/admin/identity.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { wholeSite } from "../../../lib/published/site-changes.ts";
import { ProblemError, siteNotFound } from "../../../lib/http/problem.ts";
import type { Database } from "../../../ports/database.ts";
import { recordChange } from "../../people/audit/index.ts";
import { raiseVersions } from "./create-site.ts";
import { readServerSite, type ServerSite } from "./server-site.ts";
import { lockSiteWithSlug } from "../../../lib/published/lock-site.ts";

/** Suspends a site, or ends that, on every process within a second. A site that is so already stays as it is. Throws `site_not_found`. */
export async function setSuspended(
  sql: Database,
  ctx: WriteContext,
  { actor, action, slug, isSuspended }: { actor: Actor; action: string; slug: string; isSuspended: boolean },
): Promise<ServerSite> {
  return sql.begin(async (tx) => {
    const siteId = await lockSiteWithSlug(tx, slug);
    const [site] = await tx<{ id: string; revision: number; wasSuspended: boolean }>`
      select id, revision, suspended_at is not null as "wasSuspended" from sites where id = ${siteId} and deleted_at is null`;
    if (!site) throw new ProblemError(siteNotFound);
    const { id, revision, wasSuspended } = site;
    if (wasSuspended !== isSuspended) {
      await tx`
        update sites set suspended_at = ${isSuspended ? ctx.now : null}, revision = revision + 1, updated_at = ${ctx.now}
        where id = ${id}`;
      await raiseVersions(tx, ctx, id, { content: true, catalog: true }, new Set([wholeSite]));
      const target = { type: "site", id, label: slug, revision: revision + 1 };
      const changes = [{ member: "suspended", from: wasSuspended, to: isSuspended }];
      await recordChange(tx, ctx, { actor, siteId: id, action, target, changes });
    }
    const serverSite = await readServerSite(tx, id);
    if (!serverSite) throw new Error("A site vanished while it was locked.");
    return serverSite;
  });
}
