import type { Sql } from "../../../ports/database.ts";
import type { Rate } from "../../../lib/limits/token-bucket.ts";
import type { Site, SiteVersions } from "../../../lib/site.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import { hashApiKey } from "./api-key.ts";

/** The access of a presented API key. */
export interface KeyAccess {
  readonly keyId: string;
  readonly site: Site;
  /** A read limit of the key's own, in place of the one per client address. */
  readonly readRate: Rate | undefined;
}

/** The stored columns of a site that requests need. */
export interface SiteRow extends Omit<SiteVersions, "stockVersion"> {
  id: string;
  slug: string;
  name: string;
  defaultLocale: string;
  locales: string[];
  currency: string;
  storefrontUrl: string | null;
  allowedOrigins: string[];
  suspended: boolean;
  hasPrivateFiles: boolean;
}

type KeyRow = SiteRow & { keyId: string; readLimit: number | null };

const siteColumns = piece`
      sites.id,
      sites.slug,
      sites.name,
      sites.default_locale as "defaultLocale",
      sites.locales,
      sites.currency,
      sites.storefront_url as "storefrontUrl",
      sites.allowed_origins as "allowedOrigins",
      sites.suspended_at is not null as suspended,
      coalesce((sites.settings -> 'media' ->> 'private')::boolean, false) as "hasPrivateFiles",
      sites.content_version::float8 as "contentVersion",
      sites.catalog_version::float8 as "catalogVersion"`;

/** An active key and its site, in one statement; undefined when there is no such key. */
export async function readKey(sql: Sql, presentedKey: string): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow>(
    ...statement`
      select api_keys.id as "keyId", api_keys.read_limit as "readLimit", ${siteColumns}
      from api_keys
      join sites on sites.id = api_keys.site_id
      where api_keys.key_hash = ${hashApiKey(presentedKey)} and api_keys.revoked_at is null and sites.deleted_at is null`,
  );
  return row;
}

export async function readSite(sql: Sql, siteId: string): Promise<SiteRow | undefined> {
  const [row] = await sql<SiteRow>(...statement`select ${siteColumns} from sites where sites.id = ${siteId} and sites.deleted_at is null`);
  return row;
}

export async function readSiteId(sql: Sql, slug: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>`select id from sites where slug = ${slug} and deleted_at is null`;
  return row?.id;
}
