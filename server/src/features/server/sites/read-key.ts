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
  /** Those of its settings. */
  listedCurrencies: string[] | null;
  storefrontUrl: string | null;
  allowedOrigins: string[];
  suspended: boolean;
  hasPrivateFiles: boolean;
  apiHosts: string[];
}

type KeyRow = SiteRow & { keyId: string; readLimit: number | null };

const siteColumns = piece`
      sites.id,
      sites.slug,
      sites.name,
      sites.default_locale as "defaultLocale",
      sites.locales,
      sites.currency,
      sites.settings -> 'currencies' as "listedCurrencies",
      sites.storefront_url as "storefrontUrl",
      sites.allowed_origins as "allowedOrigins",
      sites.suspended_at is not null as suspended,
      coalesce((sites.settings -> 'media' ->> 'private')::boolean, false) as "hasPrivateFiles",
      array(select host from site_hosts where site_hosts.site_id = sites.id order by host) as "apiHosts",
      site_versions.content_version::float8 as "contentVersion",
      site_versions.catalog_version::float8 as "catalogVersion"`;

/** An active key and its site; undefined when there is no such key. */
export async function readKey(sql: Sql, presentedKey: string): Promise<KeyRow | undefined> {
  const hash = hashApiKey(presentedKey);
  const [key] = await sql<{ siteId: string }>`select site_id as "siteId" from api_keys where key_hash = ${hash} and revoked_at is null`;
  if (!key) return undefined;
  // The key once more, in the statement that reads the versions: they may include its revocation already.
  const [row] = await sql<KeyRow>(
    ...statement`
      select api_keys.id as "keyId", api_keys.read_limit as "readLimit", ${siteColumns}
      from sites
      join site_versions on site_versions.site_id = sites.id
      join api_keys on api_keys.site_id = sites.id and api_keys.key_hash = ${hash} and api_keys.revoked_at is null
      where sites.id = ${key.siteId} and sites.deleted_at is null`,
  );
  return row;
}

export async function readSite(sql: Sql, siteId: string): Promise<SiteRow | undefined> {
  const [row] = await sql<SiteRow>(
    ...statement`
      select ${siteColumns}
      from sites
      join site_versions on site_versions.site_id = sites.id
      where sites.id = ${siteId} and sites.deleted_at is null`,
  );
  return row;
}

export async function readSiteId(sql: Sql, slug: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>`select id from sites where slug = ${slug} and deleted_at is null`;
  return row?.id;
}
