import type { SiteLocales } from "./locale.ts";
import type { OriginRule } from "./origin.ts";

/** The site of a request: what every read and write is bound to. Replaced, never changed, when one of its versions rises. */
export interface Site extends SiteLocales {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly storefrontUrl: string | null;
  readonly suspended: boolean;
  readonly contentVersion: number;
  readonly allowsOrigin: OriginRule;
}
