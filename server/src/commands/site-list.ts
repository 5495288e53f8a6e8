import { textTable } from "../lib/text-table.ts";
import type { Command } from "./command.ts";

interface ListedSite {
  slug: string;
  name: string;
  defaultLocale: string;
  locales: string[];
  documents: number;
  suspended: boolean;
}

export const siteList: Command<object, ListedSite[]> = {
  run: ({ sql }) => sql<ListedSite>`
    select
      sites.slug,
      sites.name,
      sites.default_locale as "defaultLocale",
      sites.locales,
      (select count(*)::int from translations where translations.site_id = sites.id) as documents,
      sites.suspended_at is not null as suspended
    from sites order by sites.slug`,
  print: (sites) =>
    sites.length === 0
      ? "There are no sites. `vitrine site create` makes one."
      : textTable(
          ["slug", "name", "locales", "documents", ""],
          sites.map((site) => [site.slug, site.name, site.locales.join(" "), String(site.documents), site.suspended ? "suspended" : ""]),
        ),
};
