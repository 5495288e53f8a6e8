import { NextResponse, type NextRequest } from "next/server";
import { isLocale } from "@/lib/locale-words";
import { settings } from "@/lib/settings";

const isDevelopment = process.env.NODE_ENV === "development";

/**
 * Next puts small scripts into its pages, and a page that is kept and shown to many cannot carry a nonce for each of them. Hence
 * 'unsafe-inline': what keeps scripts out of content is that no text of it ever becomes HTML (components/rich-text.tsx).
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  // Analytics of another host: name it here and in connect-src, and in app/[locale]/layout.tsx.
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  // Editors may use pictures of any host.
  "img-src 'self' data: http: https:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  // The studio shows drafts and releases in a frame; nobody else may.
  `frame-ancestors ${settings.studioOrigins.join(" ") || "'none'"}`,
].join("; ");

/** Addresses without a locale that are the storefront's own. */
const ownPath = /^\/(?:$|(?:api|preview|locate)\/|(?:robots\.txt|sitemap\.xml|icon\.svg|favicon\.ico)$)/;

/** For every page: which address may frame it, when the server runs; and a place for addresses without a locale. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const [, first] = pathname.split("/");
  const isComplete = isLocale(first) || ownPath.test(pathname);
  const response = isComplete ? NextResponse.next() : NextResponse.rewrite(new URL(`/locate${pathname}`, request.url));
  response.headers.set("Content-Security-Policy", contentSecurityPolicy);
  return response;
}

export const config = { matcher: "/((?!_next/|__nextjs).*)" };
