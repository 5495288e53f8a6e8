/** The language of what is not translated, for the attribute `lang`; undefined for what is in the locale of the page. */
export function otherLanguage({ locale }: { locale?: string }, pageLocale: string): string | undefined {
  return locale === pageLocale ? undefined : locale;
}
