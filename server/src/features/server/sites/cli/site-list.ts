import { command } from "../../../../lib/cli/command.ts";
import { byteCount } from "../../../../lib/text/plural.ts";
import { textTable } from "../../../../lib/text/text-table.ts";

interface ListedSite {
  slug: string;
  name: string;
  defaultLocale: string;
  locales: string[];
  documents: number;
  /** Of its media library, as its quota counts them. */
  fileBytes: number;
  /** The size of its data in the database, as measured last. */
  dataBytes: number;
  suspended: boolean;
  /** It can be restored for two weeks. */
  deleted: boolean;
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
        coalesce(asset_totals.bytes, 0)::float8 as "fileBytes",
        coalesce(site_usage.bytes, 0)::float8 as "dataBytes",
        sites.suspended_at is not null as suspended,
        sites.deleted_at is not null as deleted
      from sites
      left join asset_totals on asset_totals.site_id = sites.id
      left join site_usage on site_usage.site_id = sites.id
      left join (select site_id, count(*)::int as documents from translations group by site_id) as written on written.site_id = sites.id
      order by sites.slug`,
    print: (sites) =>
      sites.length === 0
        ? "There are no sites. `vitrine site create` makes one."
        : textTable(
            ["slug", "name", "locales", "documents", "files", "data", ""],
            sites.map((site) => [
              site.slug,
              site.name,
              site.locales.join(" "),
              String(site.documents),
              byteCount(site.fileBytes),
              byteCount(site.dataBytes),
              stateOf(site),
            ]),
          ),
  },
);

function stateOf({ suspended, deleted }: ListedSite): string {
  return deleted ? "deleted" : suspended ? "suspended" : "";
}
