import { messagesOf, type Locale, type Messages } from "@/messages";
import { site } from "@/site.config";

export function isLocale(value: unknown): value is Locale {
  return site.locales.includes(value as Locale);
}

/** For actions and route handlers, which get the locale from the browser and must not believe it: the default one if it is unknown. */
export function localeOf(value: unknown): { locale: Locale; words: Messages } {
  const locale = isLocale(value) ? value : site.defaultLocale;
  return { locale, words: messagesOf(locale) };
}
