import { addKey, createSite } from "../index.ts";
import { canonicalLocale } from "../../../lib/text/locale.ts";
import { canonicalCurrency } from "../../../lib/text/money.ts";
import { CommandError, isName, type Command } from "../../../lib/cli/command.ts";
import { isSiteSlug } from "../../../lib/text/slug.ts";

interface Input {
  slug: string;
  name: string;
  defaultLocale: string;
  locales: string[];
  currency: string;
}

export const siteCreate: Command<Input, { slug: string; apiKey: string }> = {
  run: async ({ sql, clock, ids }, { slug, name, defaultLocale, locales, currency }) => {
    if (!isSiteSlug(slug)) {
      throw new CommandError("A slug has 2 to 63 lower-case letters, digits and hyphens, and neither begins nor ends with a hyphen.");
    }
    if (!isName(name, 2, 80)) throw new CommandError("A site's name has 2 to 80 characters.");
    const canonical = [...new Set([defaultLocale, ...locales])].map((locale) => canonicalLocale(locale));
    if (canonical.includes(undefined)) throw new CommandError("A locale is ll or ll-RR, such as en or pt-BR.");
    const money = canonicalCurrency(currency);
    if (!money) throw new CommandError(`There is no currency "${currency}" in ISO 4217.`);
    const [mainLocale = ""] = canonical as string[];
    const saving = { now: clock.now(), ids };
    return sql.begin(async (tx) => {
      const siteId = await createSite(tx, saving, {
        slug,
        name,
        defaultLocale: mainLocale,
        locales: canonical as string[],
        currency: money,
        storefrontUrl: null,
        allowedOrigins: [],
        settings: {},
      });
      if (!siteId) throw new CommandError(`There is a site "${slug}" already.`);
      const added = await addKey(tx, saving, siteId, { name: "default" });
      if (!added) throw new Error("A new key exists already.");
      return { slug, apiKey: added.key };
    });
  },
  print: ({ slug, apiKey }) => `Site ${slug} is made. Its public API key, shown this once:\n  ${apiKey}`,
};
