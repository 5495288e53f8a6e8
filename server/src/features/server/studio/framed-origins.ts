import type { RouteDeps } from "../../../deps.ts";
import { readAdminSite } from "../sites/index.ts";
import { findPersonOfSession } from "../../people/team/index.ts";

/** The origins that the studio may frame while the site is open, if the person of the session is a member: its storefront's, or else the viewer's. */
export async function framedOrigins(
  { sql, clock, local }: Pick<RouteDeps, "sql" | "clock" | "local">,
  secrets: readonly string[],
  slug: string,
): Promise<readonly string[]> {
  const person = await findPersonOfSession(sql, secrets, slug, clock.now());
  const place = person?.is === "valid" ? person.place : undefined;
  const isMember = place !== undefined && (place.role !== null || place.hasEntered);
  const site = isMember ? await readAdminSite(sql, place.siteId) : undefined;
  const address = site && (site.storefrontUrl ?? local?.viewerUrl);
  return address === undefined ? [] : [new URL(address).origin];
}
