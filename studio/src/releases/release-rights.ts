import type { Release } from "@vitrine/client/admin";
import type { OpenSite } from "../app/site.tsx";

/** The rights of the person at a release: the server decides, this hides what it would refuse. */
export function rightsOn({ may }: Pick<OpenSite, "may">, { state, changes }: Pick<Release, "state" | "changes">) {
  const isOpen = state !== "PUBLISHED";
  const canEdit = isOpen && may("content:publish");
  const canShop = canEdit && may("catalog:write");
  return { canEdit, canShop, canPublish: canEdit && (changes.length === 0 || canShop), canLook: may("previews:write") };
}
