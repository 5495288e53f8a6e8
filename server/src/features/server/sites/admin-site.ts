import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { siteMembers, SiteSettings } from "./site-members.ts";

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
      storefront_url as "storefrontUrl", settings, revision, media_quota_mb as "mediaQuotaMb", suspended_at as "suspendedAt", deleted_at as "deletedAt",
      created_at as "createdAt", updated_at as "updatedAt"`;

/** The site, unless it was deleted. */
export async function readAdminSite(sql: Sql, id: string): Promise<AdminSite | undefined> {
  const [row] = await sql<Row>(...statement`select ${columns} from sites where id = ${id} and deleted_at is null`);
  return row && adminSiteOf(row);
}

/** A site that nobody else changes until the transaction ends. */
export interface HeldSite {
  site: AdminSite;
  /** The quota that an operator set for the site's files, in MB. */
  mediaQuotaMb: number | null;
  deletedAt: Date | null;
}

/** Holds the site against other changes of it. */
export async function lockSite(tx: Sql, id: string): Promise<HeldSite | undefined> {
  const [row] = await tx<Row>(...statement`select ${columns} from sites where id = ${id} for no key update`);
  return row && heldSiteOf(row);
}

/** The same, and against everything that is added to it: an order that is being placed comes first, and the next one sees the change. */
export async function lockSiteAlone(tx: Sql, id: string): Promise<HeldSite | undefined> {
  const [row] = await tx<Row>(...statement`select ${columns} from sites where id = ${id} for update`);
  return row && heldSiteOf(row);
}

function heldSiteOf(row: Row): HeldSite {
  return { site: adminSiteOf(row), mediaQuotaMb: row.mediaQuotaMb, deletedAt: row.deletedAt };
}

function adminSiteOf({ deletedAt: _deletedAt, mediaQuotaMb: _mediaQuotaMb, suspendedAt, createdAt, updatedAt, ...site }: Row): AdminSite {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { ...site, suspendedAt: suspendedAt?.toISOString() ?? null, ...times };
}
