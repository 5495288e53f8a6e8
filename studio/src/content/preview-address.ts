import type { AdminSite } from "@vitrine/client/admin";
import { viewerAddress } from "./frame-address.ts";

/** Where a person reads the draft of a page: on the storefront, or else in the server's own viewer. Undefined: there is neither. */
export function previewAddress({ storefrontUrl }: Pick<AdminSite, "storefrontUrl">, token: string, locale: string): string | undefined {
  if (storefrontUrl !== null) return `${storefrontUrl.replace(/\/$/, "")}/preview/${token}?${new URLSearchParams({ locale }).toString()}`;
  if (viewerAddress === undefined) return undefined;
  // Of this server, wherever it is reached.
  return new URL(`${viewerAddress}#${new URLSearchParams({ preview: token, locale }).toString()}`, location.href).href;
}
