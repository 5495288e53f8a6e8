import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { ApiHosts, siteMembers, SiteSettings } from "./site-members.ts";
import { lockSite, lockSiteAlone } from "../../../lib/published/lock-site.ts";

/** A site as the people who run it see it. */
export const AdminSite = Type.Object(
  {
    id: Uuid,
    slug: Type.String({ examples: ["acme"] }),
    name: siteMembers.name,
    defaultLocale: siteMembers.defaultLocale,
    locales: siteMembers.locales,
    currency: Type.String({ examples: ["eur"] }),
    allowedOrigins: Type.Array(Type.String()),
    apiHosts: ApiHosts,
    storefrontUrl: Nullable(Type.String()),
    settings: SiteSettings,
    revision: Type.Integer(),
    suspendedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "AdminSite", additionalProperties: false },
);
export type AdminSite = Static<typeof AdminSite>;

interface Row extends Omit<AdminSite, "suspendedAt" | "createdAt" | "updatedAt"> {
  suspendedAt: Date | null;
  deletedAt: Date | null;
  mediaQuotaMb: number | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = piece`
      id, slug, name, default_locale as "defaultLocale", locales, currency, allowed_origins as "allowedOrigins",
      array(select host from site_hosts where site_hosts.site_id = sites.id order by host) as "apiHosts",
      storefront_url as "storefrontUrl", settings, revision, media_quota_mb as "mediaQuotaMb", suspended_at as "suspendedAt", deleted_at as "deletedAt",
      created_at as "createdAt", updated_at as "updatedAt"`;

/** The site, unless it was deleted. */
export async function readAdminSite(sql: Sql, id: string): Promise<AdminSite | undefined> {
  const [row] = await sql<Row>(...statement`select ${columns} from sites where id = ${id} and deleted_at is null`);
  return row && adminSiteOf(row);
}

/** A site that nobody else changes until the transaction ends. */
export interface LockedSite {
  site: AdminSite;
  /** The quota that an operator set for the site's files, in MB. */
  mediaQuotaMb: number | null;
  deletedAt: Date | null;
}

/** Locks the site and reads it. */
export async function lockAndReadSite(tx: Sql, id: string): Promise<LockedSite | undefined> {
  await lockSite(tx, id);
  return readLockedSite(tx, id);
}

/** Locks the site as `lockSiteAlone` does, and reads it. */
export async function lockAndReadSiteAlone(tx: Sql, id: string): Promise<LockedSite | undefined> {
  await lockSiteAlone(tx, id);
  return readLockedSite(tx, id);
}

/** In a statement after the lock: the one that waited for it shows the site as it was before. */
async function readLockedSite(tx: Sql, id: string): Promise<LockedSite | undefined> {
  const [row] = await tx<Row>(...statement`select ${columns} from sites where id = ${id}`);
  return row && { site: adminSiteOf(row), mediaQuotaMb: row.mediaQuotaMb, deletedAt: row.deletedAt };
}

function adminSiteOf({ deletedAt: _deletedAt, mediaQuotaMb: _mediaQuotaMb, suspendedAt, createdAt, updatedAt, ...site }: Row): AdminSite {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { ...site, suspendedAt: suspendedAt?.toISOString() ?? null, ...times };
}
