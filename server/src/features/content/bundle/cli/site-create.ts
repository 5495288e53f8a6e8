import { Argument, Option } from "commander";
import { commaSeparated } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { canonicalLocale } from "../../../../lib/text/locale.ts";
import { canonicalCurrency } from "../../../../lib/text/money.ts";
import { isSiteSlug } from "../../../../lib/text/slug.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { openSite } from "../open-site.ts";
import { addKey, isName } from "../../../server/sites/index.ts";

interface Input {
  slug: string;
  name: string;
  defaultLocale: string;
  locales: string[];
  currency: string;
}

export const siteCreate = command(
  {
    name: "site create",
    description: "make an empty site and its first API key",
    arguments: [new Argument("<slug>")],
    options: [
      new Option("--name <name>", "what people read (default: the slug)"),
      new Option("--default-locale <locale>", "such as en or pt-BR").default("en"),
      new Option("--locales <locales>", "further ones, separated by commas").argParser(commaSeparated).default([]),
      new Option("--currency <code>", "ISO 4217").default("eur"),
    ],
    input: (slug: string, options: Partial<Input> & Omit<Input, "slug" | "name">): Input => ({
      ...options,
      slug,
      name: options.name ?? slug,
    }),
  },
  {
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
      const ctx = { now: clock.now(), ids };
      return sql.begin(async (tx) => {
        const siteId = await openSite(tx, ctx, {
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
        const added = await addKey(tx, ctx, siteId, { name: "default" });
        if (!added) throw new Error("A new key exists already.");
        const target = { type: "site", id: siteId, label: slug };
        await recordChange(tx, ctx, { actor: { kind: "CLI" }, siteId, action: "site create", target });
        return { slug, apiKey: added.key };
      });
    },
    print: ({ slug, apiKey }) => `Site ${slug} is made. Its public API key, shown this once:\n  ${apiKey}`,
  },
);
