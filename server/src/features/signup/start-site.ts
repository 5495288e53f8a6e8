import type { Actor } from "../../lib/admin/identity.ts";
import { ProblemError } from "../../lib/http/problem.ts";
import type { Saving } from "../../lib/published/saving.ts";
import type { KeyRing } from "../../lib/secrets/secret.ts";
import type { Transaction } from "../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { openSite, saveBundle, type Bundle } from "../bundle/index.ts";
import { siteSlugTaken } from "./challenge.ts";

export interface StartedSite {
  site: { id: string; slug: string; name: string; defaultLocale: string; createdAt: string };
  apiKey: string;
}

/** By whom a site is started: the name of the operation, and what gives the site its owner. */
export interface Start {
  action: string;
  /** Resolves with who made the site. */
  addOwner(siteId: string): Promise<Actor>;
}

/** Makes a site with the content of the starter and its first API key. `notified` gets a mail about what is sent with its forms, until somebody changes that. */
export async function startSite(
  tx: Transaction,
  saving: Saving & { secrets: KeyRing },
  { slug, name, notified }: { slug: string; name: string; notified: string },
  starter: Bundle,
  { action, addOwner }: Start,
): Promise<StartedSite> {
  const settings = { ...starter.site.settings, forms: { notify: [notified] } };
  const shell = { ...starter.site, slug, name, settings };
  const { defaultLocale, locales, currency } = shell;
  const siteId = await openSite(tx, saving, { ...shell, settings, storefrontUrl: null, allowedOrigins: [], locales, currency });
  if (!siteId) throw new ProblemError(siteSlugTaken);
  const actor = await addOwner(siteId);
  const { newKeys } = await saveBundle(tx, saving, { ...starter, site: shell });
  const apiKey = newKeys[0]?.key;
  if (apiKey === undefined) throw new Error("The starter site has no key to be made.");
  await recordChange(tx, saving, { actor, siteId, action, target: { type: "site", id: siteId, label: slug } });
  return { site: { id: siteId, slug, name, defaultLocale, createdAt: saving.now.toISOString() }, apiKey };
}
