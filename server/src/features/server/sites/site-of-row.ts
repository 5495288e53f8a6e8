import { filesUntil } from "../../../lib/media/signed-address.ts";
import { currenciesOf } from "../../../lib/text/currency.ts";
import { anyOrigin, isLoopbackOrigin, originRule } from "../../../lib/http/origin.ts";
import type { Site, SiteVersions } from "../../../lib/site.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { SiteRow } from "./read-key.ts";

/** A site depends on these besides its row. */
export interface SiteOptions {
  /** Allowed for every site, in canonical form. */
  globalOrigins: readonly string[];
  /** On a development machine: any port of localhost is allowed as well. */
  allowLoopbackOrigins: boolean;
  clock: Pick<Clock, "now">;
}

/** The site of a stored row, as requests get it. */
export function siteOfRow(
  { allowedOrigins, ...row }: SiteRow & SiteVersions,
  generation: number,
  { globalOrigins, allowLoopbackOrigins, clock }: SiteOptions,
): Site {
  const { id, slug, name, defaultLocale, locales, currency, listedCurrencies, storefrontUrl, suspended } = row;
  const { contentVersion, catalogVersion, stockVersion, hasPrivateFiles, apiHosts } = row;
  const allowsAnyOrigin = allowedOrigins.includes(anyOrigin);
  const allowed = [...allowedOrigins, ...globalOrigins];
  const matches = originRule(allowed);
  // A host may contain an asterisk: a wildcard is not the origin that it looks like.
  const exact = new Set(allowed.filter((origin) => !origin.includes("*")));
  return {
    id,
    slug,
    name,
    defaultLocale,
    locales: Object.freeze(locales),
    currency,
    currencies: Object.freeze(currenciesOf(currency, listedCurrencies)),
    storefrontUrl,
    suspended,
    contentVersion,
    catalogVersion,
    stockVersion,
    generation,
    filesUntil: filesUntil(hasPrivateFiles, clock.now()),
    apiHosts,
    allowsAnyOrigin,
    allowsOrigin: allowsAnyOrigin ? () => true : allowLoopbackOrigins ? (origin) => matches(origin) || isLoopbackOrigin(origin) : matches,
    allowsLink: (origin) => exact.has(origin) || (allowLoopbackOrigins && isLoopbackOrigin(origin)),
  };
}
