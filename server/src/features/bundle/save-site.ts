import { changeSite, createSite, type SiteInput } from "../sites/index.ts";
import type { Saving } from "../../lib/published/saving.ts";
import { canonicalCurrency } from "../../lib/text/money.ts";
import { canonicalOrigin } from "../../lib/http/origin.ts";
import type { Fault } from "../../lib/http/problem.ts";
import { emptyTally, type Tally } from "../../lib/observing/tally.ts";
import type { Sql } from "../../ports/database.ts";
import type { Bundle } from "./schema.ts";

/** Creates the site, or changes the members that the bundle names; the others stay. */
export async function saveSite(tx: Sql, saving: Saving, { site }: Bundle): Promise<{ id: string; tally: Tally }> {
  const input: SiteInput = {
    slug: site.slug,
    name: site.name,
    defaultLocale: site.defaultLocale,
    locales: site.locales,
    currency: canonicalCurrency(site.currency) ?? site.currency.toLowerCase(),
    storefrontUrl: site.storefrontUrl ?? null,
    allowedOrigins: (site.allowedOrigins ?? []).map((origin) => canonicalOrigin(origin) ?? origin),
    settings: site.settings ?? {},
  };
  const createdId = await createSite(tx, saving, input);
  if (createdId) return { id: createdId, tally: { ...emptyTally(), created: 1 } };
  const { id, isChanged } = await changeSite(tx, saving, input, {
    storefrontUrl: site.storefrontUrl === undefined,
    allowedOrigins: site.allowedOrigins === undefined,
    settings: site.settings === undefined,
  });
  return { id, tally: { ...emptyTally(), [isChanged ? "updated" : "unchanged"]: 1 } };
}

/** A locale cannot be removed from a site that has content in it. */
export async function localesInUse(tx: Sql, siteId: string, { site }: Bundle): Promise<Fault[]> {
  const used = await tx<{ locale: string; count: number }>`
    select locale, count(*)::int as count from translations
    where site_id = ${siteId} and locale <> all (${site.locales}::text[])
    group by locale order by locale`;
  return used.map(({ locale, count }) => ({
    path: "/site/locales",
    code: "locale_in_use",
    message: `lacks ${locale}, in which the site has ${count} documents`,
  }));
}
