import { cookies, draftMode } from "next/headers";
import { settings } from "@/lib/settings";

/**
 * The token of the release that this browser previews. Next's draft mode stands beside it: it keeps the pages of a preview out of the
 * cache, and cached pages do not look for the cookie.
 */
const name = "release";
/** As long as the studio's links to a release work. */
const maxAge = 8 * 60 * 60;

export async function releaseToken(): Promise<string | undefined> {
  if (!(await draftMode()).isEnabled) return undefined;
  return (await cookies()).get(name)?.value;
}

export async function enterRelease(token: string): Promise<void> {
  (await draftMode()).enable();
  const isSecure = settings.siteUrl.startsWith("https:");
  // The studio frames the storefront from another site, where browsers send only such cookies.
  (await cookies()).set(name, token, { httpOnly: true, sameSite: isSecure ? "none" : "lax", secure: isSecure, path: "/", maxAge });
}

export async function leaveRelease(): Promise<void> {
  (await draftMode()).disable();
  (await cookies()).delete(name);
}
