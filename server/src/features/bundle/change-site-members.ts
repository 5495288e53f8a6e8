import { Compile } from "typebox/compile";
import { applyMergePatch } from "../../lib/http/merge-patch.ts";
import { ProblemError, validationFailed, type Fault } from "../../lib/http/problem.ts";
import { schemaFaultsOf } from "../../lib/http/validation.ts";
import { wholeSite } from "../../lib/published/site-changes.ts";
import type { Saving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";
import { settleLocales } from "../catalog/index.ts";
import { changeSite, raiseVersions, readAdminSite, siteInputOf, siteMemberFaults, SiteMembers, type AdminSite } from "../sites/index.ts";
import { catalogTranslationFaults, localesInUse } from "./locale-faults.ts";

let compiled: ReturnType<typeof Compile> | undefined;

/**
 * Changes the members of a held site by a JSON Merge Patch, with all that follows from them, in the transaction of the caller. Resolves with the
 * site after it. Throws `validation_failed`, and must be undone then.
 */
export async function changeSiteMembers(tx: Sql, saving: Saving, site: AdminSite, patch: object): Promise<AdminSite> {
  const { name, defaultLocale, locales, currency, allowedOrigins, storefrontUrl, settings } = site;
  const before = { name, defaultLocale, locales, currency, allowedOrigins, storefrontUrl, settings };
  const after = applyMergePatch(before, patch);
  compiled ??= Compile(SiteMembers);
  if (!compiled.Check(after)) throw refusal(schemaFaultsOf(compiled, after));
  const given = after as SiteMembers;
  refuseIfAny(siteMemberFaults(given));
  const changed = await changeSite(tx, saving, siteInputOf(site.slug, given), none);
  if (!changed) throw new Error("A held site was deleted.");
  if (!changed.isChanged) return site;
  refuseIfAny(await localesInUse(tx, site.id, given.locales));
  const inCatalog = { id: site.id, defaultLocale: given.defaultLocale, locales: given.locales };
  const hasOtherLocales = defaultLocale !== given.defaultLocale || locales.join() !== given.locales.join();
  if (hasOtherLocales) await settleLocales(tx, inCatalog);
  refuseIfAny(await catalogTranslationFaults(tx, inCatalog));
  await raiseVersions(tx, saving, site.id, { content: true, catalog: hasOtherLocales }, new Set([wholeSite]));
  const result = await readAdminSite(tx, site.id);
  if (!result) throw new Error("A held site was deleted.");
  return result;
}

/** A patch leaves members alone by not naming them. */
const none = { storefrontUrl: false, allowedOrigins: false, settings: false };

function refuseIfAny(faults: readonly Fault[]): void {
  if (faults.length > 0) throw refusal(faults);
}

function refusal(faults: readonly Fault[]): ProblemError {
  const [first] = faults;
  return new ProblemError(validationFailed, { ...(first && { detail: `${first.path.slice(1)} ${first.message}` }), errors: faults });
}
