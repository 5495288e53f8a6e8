import type { WriteContext } from "../../../lib/published/write-context.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import type { Sql } from "../../../ports/database.ts";
import { changeSite, lockSite, siteInputOf, type AdminSite, type SiteInput } from "../../server/sites/index.ts";
import { BundleError } from "./bundle-error.ts";
import { readChangedItems, type ChangedItem } from "./imported-items.ts";
import { openSite } from "./open-site.ts";
import type { Bundle } from "./schema.ts";

/** A site that is there, with its members as they are from now on. */
export interface SavedSite {
  id: string;
  tally: Tally;
  members: Bundle["site"];
  /** The members that stay as they are, since somebody has changed them after the last import. */
  edited: ChangedItem[];
}

/**
 * Creates the site, or changes the members that the bundle names; the others stay. Of a site that exists, `keeps` says which members stay as well. Throws
 * BundleError for a site that was deleted.
 */
export async function saveSite(
  tx: Sql,
  ctx: WriteContext,
  { site }: Bundle,
  { id: newId, keeps }: { id?: string | undefined; keeps: "all" | "edited" | "none" },
): Promise<SavedSite> {
  const createdId = await openSite(tx, ctx, siteInputOf(site.slug, site), newId);
  if (createdId) return { id: createdId, tally: { ...emptyTally(), created: 1 }, members: site, edited: [] };
  const [known] = await tx<{ id: string }>`select id from sites where slug = ${site.slug}`;
  const held = known && (await lockSite(tx, known.id));
  if (!held || held.deletedAt)
    throw new BundleError([{ path: "/site/slug", code: "deleted", message: "is that of a site that was deleted: restore it first" }]);
  const { id } = held.site;
  if (keeps === "all") return { id, tally: { ...emptyTally(), unchanged: 1 }, members: { ...site, ...membersOf(held.site) }, edited: [] };
  const edited = keeps === "none" ? [] : await editedMembers(tx, held.site, site);
  const kept = Object.fromEntries(edited.map(({ name }) => [name, held.site[name as keyof AdminSite]]));
  const members: Bundle["site"] = { ...site, ...kept };
  const changed = await changeSite(tx, ctx, siteInputOf(site.slug, members), {
    storefrontUrl: members.storefrontUrl === undefined,
    allowedOrigins: members.allowedOrigins === undefined,
    settings: members.settings === undefined,
  });
  return { id, tally: { ...emptyTally(), [changed?.isChanged ? "updated" : "unchanged"]: 1 }, members, edited };
}

/** The members of a site that a bundle can have. */
export function membersOf({ name, defaultLocale, locales, currency, allowedOrigins, storefrontUrl, settings }: AdminSite) {
  return { name, defaultLocale, locales, currency, allowedOrigins, storefrontUrl, settings };
}

/** The locales and the default one among them stay together. */
const together: readonly string[] = ["defaultLocale", "locales"];

async function editedMembers(tx: Sql, stored: AdminSite, given: Bundle["site"]): Promise<ChangedItem[]> {
  const changed = (await readChangedItems(tx, stored.id)).filter(({ section }) => section === "site");
  const input: SiteInput = siteInputOf(given.slug, given);
  const differs = (name: string) =>
    given[name as keyof typeof given] !== undefined &&
    JSON.stringify(input[name as keyof SiteInput]) !== JSON.stringify(stored[name as keyof AdminSite]);
  const edited = changed.filter(({ name }) => differs(name));
  const [ofLocales] = edited.filter(({ name }) => together.includes(name));
  if (!ofLocales) return edited;
  const others = together.filter((name) => differs(name) && !edited.some((each) => each.name === name));
  return [...edited, ...others.map((name) => ({ ...ofLocales, name }))];
}
