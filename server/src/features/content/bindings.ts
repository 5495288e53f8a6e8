import { Type, type Static } from "typebox";
import { parseJsonPointer, replaceAtJsonPointer, resolveJsonPointer } from "../../lib/json-pointer.ts";
import type { Site } from "../../lib/site.ts";
import { Slug } from "../../lib/slug.ts";
import type { Sql } from "../../ports/database.ts";
import { readBoundSources } from "../catalog/index.ts";
import type { PublishedDocument } from "./document.ts";

/** Where a block's prop takes its value from when the page is read. */
export const Binding = Type.Object(
  {
    source: Type.Enum(["entry", "product", "category", "site"]),
    contentType: Type.Optional(Slug),
    slug: Type.Optional(Slug),
    path: Type.String({ description: "JSON Pointer into the entry's data, the product, the category or the site." }),
  },
  { additionalProperties: false },
);
export type Binding = Static<typeof Binding>;

interface AuthoredBlock {
  props: Record<string, unknown>;
  bindings?: Record<string, Binding>;
  children?: Record<string, AuthoredBlock[]>;
}

/** Names an entry as a binding does: its slug in the page's locale, or else in the site's default one. */
export interface EntryQuery {
  contentType: string;
  slug: string;
  locale: string;
}

/** What bindings know of a site. */
export type BoundSite = Pick<Site, "id" | "slug" | "name" | "defaultLocale" | "locales" | "storefrontUrl">;

/** Reads the data of entries as JSON text, in one statement for all queries; `place` is the query's index. */
export type ReadEntries = (sql: Sql, site: BoundSite, queries: readonly EntryQuery[]) => Promise<{ place: number; content: string }[]>;

/** Calls back for a page's blocks, outer ones first. */
export function forEachBlock<B extends { children?: Record<string, B[]> }>(composition: readonly B[], visit: (block: B) => void): void {
  for (const block of composition) {
    visit(block);
    for (const children of Object.values(block.children ?? {})) forEachBlock(children, visit);
  }
}

/** Pages as they are answered, and the catalogue's version if anything of it may show in them. */
export interface ResolvedPages {
  contents: string[];
  catalogVersion?: number;
  showsStock?: boolean;
}

/**
 * The contents of pages as they are answered: every binding replaced by what it names, read in one statement per source
 * for all pages together. What cannot be resolved, or has no value, leaves the prop that the author wrote. Entries are the
 * published ones, unless the caller is allowed others and says how they are read.
 */
export async function resolveBindings(
  { sql, publicUrl }: { sql: Sql; publicUrl: string },
  site: BoundSite,
  documents: readonly Pick<PublishedDocument, "content" | "hasBindings" | "locale">[],
  readEntries: ReadEntries = readPublishedEntries,
): Promise<ResolvedPages> {
  if (!documents.some(({ hasBindings }) => hasBindings)) return { contents: documents.map(({ content }) => content) };
  const pages = documents.map(({ content, hasBindings, locale }) => ({
    locale,
    content,
    parsed: hasBindings ? (JSON.parse(content) as { composition: AuthoredBlock[] }) : undefined,
  }));

  const entryQueries = new Map<string, EntryQuery>();
  const slugs = { product: new Set<string>(), category: new Set<string>() };
  for (const { parsed, locale } of pages) {
    forEachBlock(parsed?.composition ?? [], ({ bindings }) => {
      for (const binding of Object.values(bindings ?? {})) {
        const query = entryQuery(binding, locale);
        if (query) entryQueries.set(JSON.stringify(query), query);
        if (binding.source === "product" || binding.source === "category") slugs[binding.source].add(binding.slug ?? "");
      }
    });
  }
  const found = entryQueries.size > 0 ? await readEntries(sql, site, [...entryQueries.values()]) : [];
  const keys = [...entryQueries.keys()];
  const entries = new Map(found.map(({ place, content }) => [keys[place] ?? "", JSON.parse(content) as unknown]));
  const wanted = { products: [...slugs.product], categories: [...slugs.category] };
  const catalog = wanted.products.length + wanted.categories.length > 0 ? await readBoundSources(sql, site, wanted, publicUrl) : undefined;
  const { slug, name, defaultLocale, locales, storefrontUrl } = site;

  const sourceOf = (binding: Binding, locale: string): unknown => {
    const query = entryQuery(binding, locale);
    if (query) return entries.get(JSON.stringify(query));
    if (binding.source === "site") return { slug, name, defaultLocale, locales, storefrontUrl };
    return (binding.source === "product" ? catalog?.products : catalog?.categories)?.get(binding.slug ?? "");
  };

  const contents = pages.map(({ parsed, content, locale }) => {
    if (!parsed) return content;
    forEachBlock(parsed.composition, (block) => {
      for (const [target, binding] of Object.entries(block.bindings ?? {})) {
        const value = resolveJsonPointer(sourceOf(binding, locale), parseJsonPointer(binding.path) ?? []);
        // A copy: another binding may write into it, and the source is shared by all blocks, and by requests to come.
        if (value !== undefined && value !== null)
          replaceAtJsonPointer(block.props, parseJsonPointer(target) ?? [], structuredClone(value));
      }
      delete block.bindings;
    });
    return JSON.stringify(parsed);
  });
  return { contents, ...(catalog ? { catalogVersion: catalog.catalogVersion, showsStock: catalog.showsStock } : {}) };
}

function entryQuery({ source, contentType, slug }: Binding, locale: string): EntryQuery | undefined {
  return source === "entry" && contentType !== undefined && slug !== undefined ? { contentType, slug, locale } : undefined;
}

/** The data of published entries, found by the rule of single reads. */
const readPublishedEntries: ReadEntries = (sql, site, wanted) =>
  sql<{ place: number; content: string }>`
    select wanted.place::int - 1 as place, found.content::text as content
    from unnest(
      ${wanted.map(({ contentType }) => contentType)}::text[],
      ${wanted.map(({ slug }) => slug)}::text[],
      ${wanted.map(({ locale }) => locale)}::text[]
    ) with ordinality as wanted (content_type, slug, locale, place)
    cross join lateral (
      select shown.content
      from published_places as named
      join published_documents as shown on shown.site_id = named.site_id and shown.document_id = named.document_id
      where named.site_id = ${site.id}
        and named.content_type = wanted.content_type
        and named.content_type <> 'page'
        and named.slug = wanted.slug
        and named.locale in (wanted.locale, ${site.defaultLocale})
        and shown.locale in (wanted.locale, ${site.defaultLocale})
      order by named.locale = wanted.locale desc, shown.locale = wanted.locale desc
      limit 1
    ) as found`;
