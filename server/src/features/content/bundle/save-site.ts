import type { WriteContext } from "../../../lib/published/write-context.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import type { Sql } from "../../../ports/database.ts";
import { changeSite, lockAndReadSite, siteInputOf, type AdminSite, type SiteInput } from "../../server/sites/index.ts";
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
  const find = async () => (await tx<{ id: string }>`select id from sites where slug = ${site.slug}`)[0];
  let siteRow = await find();
  if (!siteRow) {
    const createdId = await openSite(tx, ctx, siteInputOf(site.slug, site), newId);
    if (createdId) return { id: createdId, tally: { ...emptyTally(), created: 1 }, members: site, edited: [] };
    // Another import has just created it.
    siteRow = await find();
  }
  const lockedSite = siteRow && (await lockAndReadSite(tx, siteRow.id));
  if (!lockedSite || lockedSite.deletedAt)
    throw new BundleError([{ path: "/site/slug", code: "deleted", message: "is that of a site that was deleted: restore it first" }]);
  const { id } = lockedSite.site;
  if (keeps === "all")
    return { id, tally: { ...emptyTally(), unchanged: 1 }, members: { ...site, ...membersOf(lockedSite.site) }, edited: [] };
  const edited = keeps === "none" ? [] : await editedMembers(tx, lockedSite.site, site);
  const keptMembers = Object.fromEntries(edited.map(({ name }) => [name, lockedSite.site[name as keyof AdminSite]]));
  const members: Bundle["site"] = { ...site, ...keptMembers };
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

async function editedMembers(tx: Sql, storedSite: AdminSite, bundleSite: Bundle["site"]): Promise<ChangedItem[]> {
  const changed = (await readChangedItems(tx, storedSite.id)).filter(({ section }) => section === "site");
  const input: SiteInput = siteInputOf(bundleSite.slug, bundleSite);
  const differs = (name: string) =>
    bundleSite[name as keyof typeof bundleSite] !== undefined &&
    JSON.stringify(input[name as keyof SiteInput]) !== JSON.stringify(storedSite[name as keyof AdminSite]);
  const edited = changed.filter(({ name }) => differs(name));
  const [ofLocales] = edited.filter(({ name }) => together.includes(name));
  if (!ofLocales) return edited;
  const others = together.filter((name) => differs(name) && !edited.some((each) => each.name === name));
  return [...edited, ...others.map((name) => ({ ...ofLocales, name }))];
}
