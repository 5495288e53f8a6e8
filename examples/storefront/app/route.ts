import type { NextRequest } from "next/server";
import { preferredLocale } from "@/lib/preferred-locale";

/** The first address that somebody types leads to the language that their browser prefers. */
export function GET(request: NextRequest): Response {
  const locale = preferredLocale(request.headers.get("accept-language"));
  return new Response(null, { status: 307, headers: { location: `/${locale}`, vary: "accept-language" } });
}
