import type { Database } from "../../../ports/database.ts";
import { resolveBindings } from "./bindings.ts";
import { pageContentType, type PublishedDocument } from "./document.ts";
import type { BoundSite } from "./read-sources.ts";

/** A published page that responses show as its author wrote it, because its bindings exceed the limits. */
export interface TooLargePage {
  site: string;
  slug: string;
  locale: string;
}

type Page = Pick<PublishedDocument, "slug" | "locale" | "content" | "hasBindings">;
/** The types of a view's columns all allow null. */
type PageRow = { [K in keyof Page]: Page[K] | null };

// Their contents are held at once.
const pagesAtOnce = 20;

/** Checks the published pages with bindings of all sites. Only for a command that a person runs: it reads all sources of these bindings. */
export async function findTooLargePages({ sql, publicUrl }: { sql: Database; publicUrl: string }): Promise<TooLargePage[]> {
  const sites = await sql<Omit<BoundSite, "locales" | "filesUntil"> & { locales: string[] }>`
    select sites.id, sites.slug, sites.name, sites.default_locale as "defaultLocale", sites.locales, sites.storefront_url as "storefrontUrl"
    from sites
    join (select distinct site_id from versions where has_bindings) as bound on bound.site_id = sites.id
    order by sites.slug`;
  const tooLargePages: TooLargePage[] = [];
  for (const site of sites) {
    for (let after: { slug: string; locale: string } | undefined = { slug: "", locale: "" }; after;) {
      const rows: PageRow[] = await sql<PageRow>`
        select slug, locale, content::text as content, has_bindings as "hasBindings"
        from published_documents
        where site_id = ${site.id} and content_type = ${pageContentType} and has_bindings
          and (slug, locale) > (${after.slug}, ${after.locale})
        order by slug, locale
        limit ${pagesAtOnce}`;
      const pages = rows as Page[];
      for (const page of pages) {
        const { tooLarge } = await resolveBindings({ sql, publicUrl, media: { publicUrl } }, { ...site, filesUntil: null }, [page]);
        if (tooLarge.length > 0) tooLargePages.push({ site: site.slug, slug: page.slug, locale: page.locale });
      }
      after = pages.length === pagesAtOnce ? pages.at(-1) : undefined;
    }
  }
  return tooLargePages;
}
