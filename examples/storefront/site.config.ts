import type { Locale } from "@/messages";

/** The facts about the site that the storefront needs and the API does not tell. */
export const site: SiteConfig = {
  name: "Fjord & Form",
  // The locales of the site, in the order in which visitors choose from them. messages/ has the words of each.
  locales: ["en", "de", "pt-BR"],
  defaultLocale: "en",
  // For the prices that visitors filter by. Prices themselves bring their currency.
  currency: "eur",
  // To which visitors can order, the first one chosen. What delivery costs is set in the site's rules.
  countries: ["DE", "AT", "DK"],
};

interface SiteConfig {
  name: string;
  locales: readonly Locale[];
  defaultLocale: Locale;
  currency: string;
  countries: readonly string[];
}
