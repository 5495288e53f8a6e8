import { emailTaken } from "../../lib/text/given-email.ts";
import { ProblemError } from "../../lib/http/problem.ts";
import type { Saving } from "../../lib/published/saving.ts";
import type { KeyRing } from "../../lib/secrets/secret.ts";
import type { Transaction } from "../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { saveBundle, type Bundle } from "../bundle/index.ts";
import { createSite } from "../sites/index.ts";
import { addOwner } from "../team/index.ts";
import { siteSlugTaken } from "./challenge.ts";

export interface SiteRequest {
  email: string;
  siteSlug: string;
  siteName: string;
  passwordHash: string;
}

export interface NewSite {
  site: { id: string; slug: string; name: string; defaultLocale: string; createdAt: string };
  apiKey: string;
}

/**
 * Makes a site with the content of the starter, its owner and its first API key. The unique slug and address decide which request comes
 * first, in this order for all; throws `site_slug_taken` or `email_taken`, with nothing made once the transaction is undone.
 */
export async function provisionSite(
  tx: Transaction,
  saving: Saving & { secrets: KeyRing },
  { email, siteSlug, siteName, passwordHash }: SiteRequest,
  starter: Bundle,
): Promise<NewSite> {
  // Submissions of the site's forms go to its owner, until they change that.
  const settings = { ...starter.site.settings, forms: { notify: [email] } };
  const shell = { ...starter.site, slug: siteSlug, name: siteName, settings };
  const { defaultLocale, locales, currency } = shell;
  const basics = { slug: siteSlug, name: siteName, defaultLocale, locales, currency, settings, storefrontUrl: null, allowedOrigins: [] };
  const siteId = await createSite(tx, saving, basics);
  if (!siteId) throw new ProblemError(siteSlugTaken);
  const adminId = await addOwner(tx, saving, siteId, { email, passwordHash });
  if (adminId === undefined) throw new ProblemError(emailTaken);
  const { newKeys } = await saveBundle(tx, saving, { ...starter, site: shell });
  const apiKey = newKeys[0]?.key;
  if (apiKey === undefined) throw new Error("The starter site has no key to be made.");
  const actor = { kind: "SIGNUP", adminId } as const;
  await recordChange(tx, saving, { actor, siteId, action: "verifySignup", target: { type: "site", id: siteId, label: siteSlug } });
  return { site: { id: siteId, slug: siteSlug, name: siteName, defaultLocale, createdAt: saving.now.toISOString() }, apiKey };
}
