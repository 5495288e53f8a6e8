import type { Actor } from "../../../lib/admin/identity.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Transaction } from "../../../ports/database.ts";
import { recordChange } from "../audit/index.ts";
import { openSite, saveBundle, type Bundle } from "../../content/bundle/index.ts";
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

/** Makes a site with the content of the starter and its first API key. `notified` gets a mail about what is sent with its forms and about paid orders, until somebody changes that. */
export async function startSite(
  tx: Transaction,
  ctx: WriteContext & { secrets: KeyRing },
  { slug, name, notified }: { slug: string; name: string; notified: string },
  starter: Bundle,
  { action, addOwner }: Start,
): Promise<StartedSite> {
  const { settings: starterSettings } = starter.site;
  const settings = { ...starterSettings, forms: { notify: [notified] }, orders: { ...starterSettings?.orders, notify: [notified] } };
  const shell = { ...starter.site, slug, name, settings };
  const { defaultLocale, locales, currency } = shell;
  const siteId = await openSite(tx, ctx, { ...shell, settings, storefrontUrl: null, allowedOrigins: [], locales, currency });
  if (!siteId) throw new ProblemError(siteSlugTaken);
  const actor = await addOwner(siteId);
  const { newKeys } = await saveBundle(tx, ctx, { ...withName(starter, name), site: shell });
  const apiKey = newKeys[0]?.key;
  if (apiKey === undefined) throw new Error("The starter site has no key to be made.");
  await recordChange(tx, ctx, { actor, siteId, action, target: { type: "site", id: siteId, label: slug } });
  return { site: { id: siteId, slug, name, defaultLocale, createdAt: ctx.now.toISOString() }, apiKey };
}

/** The starter with the site's name in its settings, which storefronts show. */
function withName(starter: Bundle, title: string): Bundle {
  const entries = starter.entries?.map((entry) =>
    entry.contentType === "settings" ? { ...entry, data: { ...entry.data, title } } : entry,
  );
  return { ...starter, ...(entries && { entries }) };
}
