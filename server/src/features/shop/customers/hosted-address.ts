/** The pages that Vitrine serves itself, for sites whose storefront has no such page. */
export type HostedPageName = "verify-email" | "reset-password" | "not-me";

/** Below the server's own address. */
export function hostedPagePath(siteSlug: string, page: HostedPageName): string {
  return `/sites/${siteSlug}/${page}`;
}

export function hostedPageUrl(publicUrl: string, siteSlug: string, page: HostedPageName): string {
  return publicUrl + hostedPagePath(siteSlug, page);
}
