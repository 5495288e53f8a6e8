/** Where a storefront shows a page: at its slug, and the home page at the root. */
export function storefrontAddress(storefrontUrl: string, slug: string): string {
  return new URL(slug === "home" ? "" : slug, `${storefrontUrl.replace(/\/$/, "")}/`).href;
}
