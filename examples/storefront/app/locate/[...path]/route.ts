import type { NextRequest } from "next/server";
import { isVitrineError } from "@vitrine/client";
import { pagePath } from "@/lib/content";
import { pathSegment } from "@/lib/path-segment";
import { preferredLocale } from "@/lib/preferred-locale";
import { movedToOf, reader } from "@/lib/vitrine";
import { site } from "@/site.config";

/** Where Vitrine's emails lead if the storefront names no address of its own. */
const ofEmails: Record<string, string> = { "verify-email": "/account/verify", "reset-password": "/account/new-password" };

/**
 * Answers addresses without a locale, to which proxy.ts brings them: the studio opens and frames pages at /about, and people type
 * /products/fjell-chair. A page is in the locale of its slug; anything else is in the one that the browser prefers.
 */
export async function GET(request: NextRequest, { params }: RouteContext<"/locate/[...path]">): Promise<Response> {
  const segments = (await params).path;
  const locale = preferredLocale(request.headers.get("accept-language"));
  const slug = segments.map(pathSegment).join("/");
  const target =
    (await pathOfPage(slug, locale)) ??
    `/${locale}${Object.hasOwn(ofEmails, slug) ? ofEmails[slug] : `/${segments.map(pathSegment).map(encodeURIComponent).join("/")}`}`;
  // Another page may take the slug tomorrow. The browser keeps what stands behind the #.
  return new Response(null, { status: 307, headers: { location: target + request.nextUrl.search, vary: "accept-language" } });
}

/** Looks for the slug in each locale, the preferred one first: two translations may have the same. */
async function pathOfPage(slug: string, preferred: string): Promise<string | undefined> {
  const { content } = await reader();
  for (const locale of new Set([preferred, ...site.locales])) {
    try {
      const page = await content.getPage({ slug, locale, fallback: "none" });
      if (page.slug === slug) return `/${page.locale}${pagePath(slug)}`;
    } catch (error) {
      if (!isVitrineError(error) || error.status !== 404) throw error;
      const movedTo = movedToOf(error);
      if (movedTo) return `/${movedTo.locale ?? locale}${pagePath(movedTo.slug)}`;
    }
  }
  return undefined;
}
