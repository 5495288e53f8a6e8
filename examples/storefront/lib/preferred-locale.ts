import type { Locale } from "@/messages";
import { site } from "@/site.config";

/** The site's locale that a browser prefers: `de-CH,de;q=0.9,en;q=0.8` prefers `de`. */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const asked = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", weight] = part.trim().split(";q=");
      return { language: tag.split("-")[0]?.toLowerCase(), weight: Number(weight ?? 1) };
    })
    .sort((a, b) => b.weight - a.weight);
  const matches = asked.flatMap(({ language }) => site.locales.filter((locale) => locale.split("-")[0] === language));
  return matches[0] ?? site.defaultLocale;
}
