import { formatMoney as formatMoneyIn } from "@vitrine/client";
import type { Texts } from "../texts/en.ts";

/** The languages that the studio speaks. */
export const languages = ["en", "de", "pt-BR"] as const;
export type Language = (typeof languages)[number];

const catalogues: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import("../texts/en.ts")).en,
  de: async () => (await import("../texts/de.ts")).de,
  "pt-BR": async () => (await import("../texts/pt-br.ts")).ptBr,
};

/** The words of the studio: `texts.pages.title`. Loaded before anything is shown, so that no part waits for them. */
export let texts: Texts;
export let language: Language = "en";

/** The first of the wanted languages that the studio speaks; English otherwise. */
export function languageOf(wanted: readonly string[]): Language {
  const primary = (tag: string) => tag.toLowerCase().split("-")[0];
  return wanted.flatMap((tag) => languages.find((each) => primary(each) === primary(tag)) ?? [])[0] ?? "en";
}

export async function loadTexts(wanted: readonly string[]): Promise<void> {
  language = languageOf(wanted);
  texts = await catalogues[language]();
  document.documentElement.lang = language;
}

/** A count with its noun: `plural(2, { one: "page", other: "pages" })`. */
export function plural(count: number, forms: { one: string; other: string }): string {
  const form = new Intl.PluralRules(language).select(count) === "one" ? forms.one : forms.other;
  return `${new Intl.NumberFormat(language).format(count)} ${form}`;
}

export const formatDate = (iso: string, options: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" }) =>
  new Intl.DateTimeFormat(language, options).format(new Date(iso));

/** A time to come, with its day and zone: the clock of whoever reads it need not be that of the site. */
export const formatPlan = (iso: string) =>
  formatDate(iso, {
    weekday: "short",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });

/** "3 minutes ago", and a date for what is older than a week. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1_000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (Math.abs(seconds) < 45) return format.format(0, "second");
  if (Math.abs(seconds) < 2_700) return format.format(Math.round(seconds / 60), "minute");
  if (Math.abs(seconds) < 79_200) return format.format(Math.round(seconds / 3_600), "hour");
  if (Math.abs(seconds) < 604_800) return format.format(Math.round(seconds / 86_400), "day");
  return formatDate(iso, { dateStyle: "medium" });
}

/** The name of a locale in the language of the studio: "German", "português (Brasil)" in itself. */
export const localeName = (locale: string) => new Intl.DisplayNames([language], { type: "language" }).of(locale) ?? locale;

export const formatNumber = (value: number) => new Intl.NumberFormat(language).format(value);

export function formatBytes(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)), units.length - 1);
  const value = bytes / 1_000 ** power;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[power],
    unitDisplay: "short",
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value);
}

/** An amount in minor units of a currency. */
export function formatMoney(amount: number, currency: string): string {
  return formatMoneyIn(amount, currency, language);
}
