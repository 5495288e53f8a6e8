import { useEffect } from "react";

// The server sends each document with a policy of its own, which names the one storefront that it may frame. A route that changes without a new
// document keeps the policy of the first address.
const siteIn = (pathname: string) => /\/sites\/([^/]+)/.exec(pathname)?.[1];

const documentSite = siteIn(location.pathname);
let documentStorefront: string | null | undefined;

/** Whether the policy of the document is the one of the site in the present address. */
export const hasPolicyOfSite = () => siteIn(location.pathname) === documentSite;

/** Whether the document may frame the storefront: its address is the one that the site had when the document was loaded. */
export function mayFrame(storefrontUrl: string | null): boolean {
  const origin = storefrontUrl && new URL(storefrontUrl).origin;
  if (documentStorefront === undefined) documentStorefront = origin;
  return documentStorefront === origin;
}

/** Loads the document of the present address, with its policy. What a person typed waits in the browser meanwhile. */
export function NewDocument(): null {
  useEffect(() => location.reload(), []);
  return null;
}
