import type { Locale } from "@/messages";

/** The facts about the site that the storefront needs and the API does not tell. */
export const site: SiteConfig = {
  name: "Fjord & Form",
  // The locales of the site, in the order in which visitors choose from them. messages/ has the words of each.
  locales: ["en", "de", "pt-BR"],
  defaultLocale: "en",
  // For the prices that visitors filter by. Prices themselves bring their currency.
  currency: "eur",
  // In minor units of the shop's currency: 490 is 4.90.
  shipping: { price: 490, freeFrom: 15_000 },
};

interface SiteConfig {
  name: string;
  locales: readonly Locale[];
  defaultLocale: Locale;
  currency: string;
  shipping: { price: number; freeFrom: number };
}
