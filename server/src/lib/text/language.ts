/** The languages of mails to customers and of pages for them. */
export type Language = "en" | "de" | "pt-BR";

/** The one that a browser prefers above all others, from its Accept-Language header (RFC 9110 §12.5.4). */
export function preferredLanguage(acceptLanguage: string = ""): Language {
  const ranges = acceptLanguage.split(",").map((range) => {
    const [tag = "", weight] = range.split(";");
    return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(/^\s*q=([\d.]+)\s*$/i.exec(weight)?.[1] ?? 0) };
  });
  const [preferred] = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return languageOf(preferred?.tag ?? "");
}

/** The language for a locale: any German is `de`, any Portuguese `pt-BR`, and everything without a translation is `en`. */
export function languageOf(locale: string): Language {
  const [language] = locale.toLowerCase().split(/[-_]/);
  return language === "de" ? "de" : language === "pt" ? "pt-BR" : "en";
}
