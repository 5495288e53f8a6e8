import type { AdminSite } from "@vitrine/client/admin";
import { storefrontAddress } from "./storefront-address.ts";

/** The viewer that this server has for sites without a storefront, from the page's own head. Absent: there is none. */
export const viewerAddress = document.querySelector<HTMLMetaElement>('meta[name="vitrine-viewer"]')?.content || undefined;

/** The address that the canvas frames: of the storefront, or else of the server's own viewer, which has another origin. Undefined: there is neither. */
export function frameAddress({ storefrontUrl }: Pick<AdminSite, "storefrontUrl">, slug: string): string | undefined {
  if (storefrontUrl === null)
    return viewerAddress === undefined ? undefined : `${viewerAddress}#studio=${encodeURIComponent(location.origin)}`;
  return storefrontAddress(storefrontUrl, slug);
}
