// https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-locale
const pageLocales: readonly string[] = [
  ...["bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hi-IN", "hr", "hu", "id", "it", "ja"],
  ...[
    "ko",
    "lt",
    "lv",
    "ms",
    "mt",
    "nb",
    "nl",
    "pl",
    "pt",
    "pt-BR",
    "ro",
    "ru",
    "sk",
    "sl",
    "sv",
    "th",
    "tr",
    "vi",
    "zh",
    "zh-HK",
    "zh-TW",
  ],
];
/** Where Spanish is not the Spanish of Latin America. */
const iberianRegions = ["ES", "EA", "GQ", "IC", "PH"];

/** The locale of Stripe's page that is nearest to a BCP 47 tag: `auto`, the browser's, where Stripe does not have the language. */
export function stripePageLocale(tag: string): string {
  const { language, script, region = "" } = new Intl.Locale(tag).maximize();
  const nearest = {
    es: iberianRegions.includes(region) ? "es" : "es-419",
    nn: "nb",
    no: "nb",
    zh: script !== "Hant" ? "zh" : ["HK", "MO"].includes(region) ? "zh-HK" : "zh-TW",
  }[language];
  const wanted = [tag, nearest, `${language}-${region}`, language];
  return wanted.find((locale) => locale !== undefined && pageLocales.includes(locale)) ?? "auto";
}
