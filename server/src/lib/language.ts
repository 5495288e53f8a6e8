/** What customers are written to in, and what pages for them speak. */
export type Language = "en" | "de" | "pt-BR";

/** The one that a browser prefers, from its Accept-Language header (RFC 9110 §12.5.4). */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return languageOf(acceptLanguage?.split(/[,;]/, 1)[0]?.trim() ?? "");
}

/** The language for a locale: any German is `de`, any Portuguese `pt-BR`, and everything without a translation is `en`. */
export function languageOf(locale: string): Language {
  const [language] = locale.toLowerCase().split(/[-_]/);
  return language === "de" ? "de" : language === "pt" ? "pt-BR" : "en";
}
