import { Type } from "typebox";
import type { Actor } from "../../../lib/admin/identity.ts";
import { Nullable } from "../../../lib/http/envelope.ts";
import { ProblemError, siteNotFound } from "../../../lib/http/problem.ts";
import { largestQuotaMb } from "../../../lib/media/largest-quota.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Database } from "../../../ports/database.ts";
import { recordChange } from "../../people/audit/index.ts";
import { readServerSite, type ServerSite } from "./server-site.ts";
import { lockSiteWithSlug } from "../../../lib/published/lock-site.ts";

const QuotaMb = Nullable(Type.Integer({ minimum: 1, maximum: largestQuotaMb }));

/** What operators allow a site in place of the settings of the server. */
export const siteQuotas = {
  mediaQuotaMb: Type.Unsafe<number | null>({
    ...QuotaMb,
    description: "The quota for all files of the site, in MB: above or below `MEDIA_QUOTA_MB`. Null: that setting applies.",
  }),
  dataQuotaMb: Type.Unsafe<number | null>({
    ...QuotaMb,
    description:
      "The quota for all that the site stores in the database, in MB: above or below `DATA_QUOTA_MB`. Null: that setting applies.",
  }),
};

export interface SiteQuotas {
  mediaQuotaMb: number | null;
  dataQuotaMb: number | null;
}

/** Sets what the site may store, and leaves what is not named as it is. Throws `site_not_found`. */
export async function setQuotas(
  sql: Database,
  ctx: WriteContext,
  { actor, action, slug, quotas }: { actor: Actor; action: string; slug: string; quotas: Partial<SiteQuotas> },
): Promise<ServerSite> {
  return sql.begin(async (tx) => {
    const siteId = await lockSiteWithSlug(tx, slug);
    const [site] = await tx<{ id: string; revision: number } & SiteQuotas>`
      select id, revision, media_quota_mb as "mediaQuotaMb", data_quota_mb as "dataQuotaMb"
      from sites where id = ${siteId} and deleted_at is null`;
    if (!site) throw new ProblemError(siteNotFound);
    const { id, revision, ...before } = site;
    const after: SiteQuotas = { ...before, ...quotas };
    const changes = (Object.keys(before) as (keyof SiteQuotas)[])
      .filter((member) => after[member] !== before[member])
      .map((member) => ({ member, from: before[member], to: after[member] }));
    if (changes.length > 0) {
      await tx`update sites set media_quota_mb = ${after.mediaQuotaMb}, data_quota_mb = ${after.dataQuotaMb} where id = ${id}`;
      await recordChange(tx, ctx, { actor, siteId: id, action, target: { type: "site", id, label: slug, revision }, changes });
    }
    const serverSite = await readServerSite(tx, id);
    if (!serverSite) throw new Error("A site vanished while it was locked.");
    return serverSite;
  });
}
