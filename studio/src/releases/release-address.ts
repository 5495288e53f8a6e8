import type { AdminSite, Release } from "@vitrine/client/admin";
import { viewerAddress } from "../content/frame-address.ts";
import { storefrontAddress } from "../content/storefront-address.ts";

/** Something of the site that a preview can show. */
export interface Shown {
  id: string;
  label: string;
  address: string;
}

/** Where the site is shown as a release makes it: the storefront with the token of the preview, or else the server's own viewer. None: there is neither. */
export function shownPlaces(
  { storefrontUrl }: Pick<AdminSite, "storefrontUrl">,
  { items }: Pick<Release, "items">,
  token: string,
  { home, shop, language }: { home: string; shop: string; language: string },
): Shown[] {
  const pages = items.filter(({ contentType, action }) => contentType === "page" && action === "PUBLISH");
  const pagePlaces = pages
    .filter(({ slug, locale }) => slug !== "home" || locale !== language)
    .map(({ translation, slug, title, locale }) => ({ id: translation, slug, locale, label: `${title || slug} (${locale})` }));
  const places = [{ id: "home", slug: "home", locale: language, label: home }, ...pagePlaces];
  if (storefrontUrl !== null) {
    return places.map(({ id, slug, label }) => ({ id, label, address: `${storefrontAddress(storefrontUrl, slug)}#preview=${token}` }));
  }
  const viewer = viewerAddress;
  if (viewer === undefined) return [];
  const inViewer = (path: string, of: Record<string, string>) => `${path}#${new URLSearchParams({ ...of, release: token }).toString()}`;
  return [
    ...places.map(({ id, slug, locale, label }) => ({ id, label, address: inViewer(viewer, { page: slug, locale }) })),
    { id: "shop", label: shop, address: inViewer(viewer.replace(/site$/, "shop"), { locale: language }) },
  ];
}
