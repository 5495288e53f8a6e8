import { command } from "../../../lib/cli/command.ts";
import { textTable } from "../../../lib/text/text-table.ts";

interface ListedSite {
  slug: string;
  name: string;
  defaultLocale: string;
  locales: string[];
  documents: number;
  suspended: boolean;
}

export const siteList = command(
  {
    name: "site list",
    description: "show the sites",
    input: () => ({}),
  },
  {
    run: ({ sql }) => sql<ListedSite>`
      select
        sites.slug,
        sites.name,
        sites.default_locale as "defaultLocale",
        sites.locales,
        coalesce(written.documents, 0) as documents,
        sites.suspended_at is not null as suspended
      from sites
      left join (select site_id, count(*)::int as documents from translations group by site_id) as written on written.site_id = sites.id
      order by sites.slug`,
    print: (sites) =>
      sites.length === 0
        ? "There are no sites. `vitrine site create` makes one."
        : textTable(
            ["slug", "name", "locales", "documents", ""],
            sites.map((site) => [site.slug, site.name, site.locales.join(" "), String(site.documents), site.suspended ? "suspended" : ""]),
          ),
  },
);
