import { Compile } from "typebox/compile";
import { applyMergePatch } from "../../../lib/http/merge-patch.ts";
import { ProblemError, validationFailed, type ValidationError } from "../../../lib/http/problem.ts";
import { schemaErrorsOf } from "../../../lib/http/validation.ts";
import { wholeSite } from "../../../lib/published/site-changes.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { settleLocales } from "../../shop/catalog/index.ts";
import {
  apiHostErrors,
  changeSite,
  HostedSiteMembers,
  raiseRevision,
  raiseVersions,
  readAdminSite,
  saveApiHosts,
  siteInputOf,
  siteMemberErrors,
  type AdminSite,
  type SiteMembers,
} from "../../server/sites/index.ts";
import { currenciesInUse } from "./currency-errors.ts";
import { catalogTranslationErrors, localesInUse } from "./locale-errors.ts";

let compiled: ReturnType<typeof Compile> | undefined;

/**
 * Changes the members of a held site by a JSON Merge Patch, with all that follows from them, in the transaction of the caller. Resolves with the
 * site after it. Throws `validation_failed`, and must be undone then.
 */
export async function changeSiteMembers(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  patch: object,
  limits: { largestQuotaMb: number; ownUrls: readonly string[] },
): Promise<AdminSite> {
  const { defaultLocale, locales, settings } = site;
  const after = applyMergePatch(membersOf(site), patch);
  compiled ??= Compile(HostedSiteMembers);
  if (!compiled.Check(after)) throw refusal(schemaErrorsOf(compiled, after));
  const { apiHosts = [], ...siteMembers } = after as HostedSiteMembers;
  refuseIfAny([
    ...siteMemberErrors(siteMembers, settings),
    ...apiHostErrors(apiHosts, limits.ownUrls),
    ...quotaErrors(settings, siteMembers.settings, limits),
  ]);
  const changed = await changeSite(tx, ctx, siteInputOf(site.slug, siteMembers), none);
  if (!changed) throw new Error("A held site was deleted.");
  const hasOtherHosts = await saveApiHosts(tx, ctx, site.id, apiHosts);
  if (typeof hasOtherHosts === "object") throw refusal(hasOtherHosts);
  if (!changed.isChanged && !hasOtherHosts) return site;
  if (!changed.isChanged) await raiseRevision(tx, ctx, site.id);
  refuseIfAny(await localesInUse(tx, site.id, siteMembers.locales));
  refuseIfAny(await currenciesInUse(tx, site.id));
  const inCatalog = { id: site.id, defaultLocale: siteMembers.defaultLocale, locales: siteMembers.locales };
  const hasOtherLocales = defaultLocale !== siteMembers.defaultLocale || locales.join() !== siteMembers.locales.join();
  if (hasOtherLocales) await settleLocales(tx, inCatalog);
  refuseIfAny(await catalogTranslationErrors(tx, inCatalog));
  await raiseVersions(tx, ctx, site.id, { content: true, catalog: hasOtherLocales }, new Set([wholeSite]));
  const result = await readAdminSite(tx, site.id);
  if (!result) throw new Error("A held site was deleted.");
  return result;
}

/** The members of a site that its people change here. */
export function membersOf({ name, defaultLocale, locales, currency, allowedOrigins, apiHosts, storefrontUrl, settings }: AdminSite) {
  return { name, defaultLocale, locales, currency, allowedOrigins, apiHosts, storefrontUrl, settings };
}

/** A larger number that is there already has no effect, and hinders no other change. */
function quotaErrors(
  before: SiteMembers["settings"],
  after: SiteMembers["settings"],
  { largestQuotaMb }: { largestQuotaMb: number },
): ValidationError[] {
  const quotaMb = after?.media?.quotaMb ?? 0;
  if (quotaMb <= largestQuotaMb || quotaMb === before?.media?.quotaMb) return [];
  const message = `is more than the ${largestQuotaMb} MB that this server allows the site. An operator of the server can allow it more`;
  return [{ path: "/settings/media/quotaMb", code: "maximum", message }];
}

/** A patch leaves members alone by not naming them. */
const none = { storefrontUrl: false, allowedOrigins: false, settings: false };

function refuseIfAny(errors: readonly ValidationError[]): void {
  if (errors.length > 0) throw refusal(errors);
}

function refusal(errors: readonly ValidationError[]): ProblemError {
  const [first] = errors;
  return new ProblemError(validationFailed, { ...(first && { detail: `${first.path.slice(1)} ${first.message}` }), errors: errors });
}
