import type { SiteCurrencies } from "./text/currency.ts";
import type { SiteLocales } from "./text/locale.ts";
import type { OriginRule } from "./http/origin.ts";

/** Versions that rise with every change to a site's public data: to its content and settings, to its catalogue, and to its stock. */
export interface SiteVersions {
  readonly contentVersion: number;
  readonly catalogVersion: number;
  readonly stockVersion: number;
}

/** The stock version of a site whose stock was never read here. */
export const unknownStock = -1;

/** The site of a request, to which every read and write is bound. Replaced, never changed, when one of its versions rises. */
export interface Site extends SiteLocales, SiteCurrencies, SiteVersions {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly storefrontUrl: string | null;
  readonly suspended: boolean;
  /** When the signed addresses of its private files expire, in milliseconds; null: its files are for everybody, for good. */
  readonly filesUntil: number | null;
  /** A new one when the site is not what it was, or changes were missed: no response that was cached before is used. */
  readonly generation: number;
  readonly allowsOrigin: OriginRule;
  /** Its answers are for pages of every origin. */
  readonly allowsAnyOrigin: boolean;
  /** Where its published reads need no key, so that caches in front may answer everybody alike. */
  readonly apiHosts: readonly string[];
  /** Whether a mail may lead to the origin: only to one that is allowed word for word. */
  readonly allowsLink: OriginRule;
}

/** Whether no part is older than in the other versions. */
export function isAtLeast(versions: SiteVersions, others: SiteVersions): boolean {
  return (
    versions.contentVersion >= others.contentVersion &&
    versions.catalogVersion >= others.catalogVersion &&
    versions.stockVersion >= others.stockVersion
  );
}

export function sameVersions(versions: SiteVersions, others: SiteVersions): boolean {
  return (
    versions.contentVersion === others.contentVersion &&
    versions.catalogVersion === others.catalogVersion &&
    versions.stockVersion === others.stockVersion
  );
}

/** Whether a part is older than in the other versions, if there are any. A stock that was not read is not. */
export function isOlder(versions: SiteVersions, others: SiteVersions | undefined): boolean {
  const isComparable = versions.stockVersion !== unknownStock;
  return others !== undefined && !isAtLeast(versions, isComparable ? others : { ...others, stockVersion: unknownStock });
}
