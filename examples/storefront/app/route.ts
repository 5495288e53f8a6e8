import type { NextRequest } from "next/server";
import { site } from "@/site.config";

/** The first address that somebody types leads to the language that their browser prefers. */
export function GET(request: NextRequest): Response {
  const locale = preferredLocale(request.headers.get("accept-language") ?? "");
  return new Response(null, { status: 307, headers: { location: `/${locale}`, vary: "accept-language" } });
}

/** `de-CH,de;q=0.9,en;q=0.8` prefers the site's `de`. */
function preferredLocale(header: string): string {
  const asked = header
    .split(",")
    .map((part) => {
      const [tag = "", weight] = part.trim().split(";q=");
      return { language: tag.split("-")[0]?.toLowerCase(), weight: Number(weight ?? 1) };
    })
    .sort((a, b) => b.weight - a.weight);
  const matches = asked.flatMap(({ language }) => site.locales.filter((locale) => locale.split("-")[0] === language));
  return matches[0] ?? site.defaultLocale;
}
