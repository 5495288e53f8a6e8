import type { SiteLocales } from "./text/locale.ts";
import type { OriginRule } from "./http/origin.ts";

/** Versions that rise with every change to a site's public data: to its content and settings, and to its catalogue. */
export interface SiteVersions {
  readonly contentVersion: number;
  readonly catalogVersion: number;
}

/** The site of a request, to which every read and write is bound. Replaced, never changed, when one of its versions rises. */
export interface Site extends SiteLocales, SiteVersions {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly storefrontUrl: string | null;
  readonly suspended: boolean;
  readonly allowsOrigin: OriginRule;
  /** Whether a mail may lead to the origin: only to one that is allowed word for word. */
  readonly allowsLink: OriginRule;
}
