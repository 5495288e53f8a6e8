import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { readBoundSources } from "../../shop/catalog/index.ts";
import type { Binding } from "./binding.ts";
import { readPublishedReferred, type ReadReferred } from "./referred-documents.ts";
import { resolveReferences, type ResolvingDeps } from "./resolve-references.ts";
import { slugTag } from "./tags.ts";

/** Names an entry in the same way as a binding: its slug in the page's locale, or else in the site's default one. */
interface EntryQuery {
  contentType: string;
  slug: string;
  locale: string;
}

/** The site's data that bindings can show. */
export type BoundSite = Pick<Site, "id" | "slug" | "name" | "defaultLocale" | "locales" | "storefrontUrl" | "filesUntil">;

/** The data of an entry as JSON text, or null where it did not fit. */
interface ReadEntry {
  place: number;
  content: string | null;
  references: string | null;
}

/**
 * Reads the data of entries, in one statement for all queries; `place` is the query's index. In the order of the queries it reads as many
 * as fit into the given bytes.
 */
type ReadEntries = (sql: Sql, site: BoundSite, queries: readonly EntryQuery[], maxBytes: number) => Promise<ReadEntry[]>;

/** How documents are found that a page shows besides its own content. */
export interface ContentReaders {
  readEntries: ReadEntries;
  readReferred: ReadReferred;
}

/** The sources of a response's bindings. */
export interface Sources {
  /** Those of the catalogue, if a binding names any of it, and of its stock, if that shows. */
  versions: { catalogVersion?: number; stockVersion?: number };
  tags: readonly string[];
  /** Whether the binding's source was too large to read for this response. */
  isUnread(binding: Binding, locale: string): boolean;
  /** The value that a binding's path points into; undefined when there is none. */
  find(binding: Binding, locale: string): unknown;
}

/**
 * The limit of all sources of one response together, each counted once. Twice the limit of bound values, since many take a title from a
 * long text; and small enough to be held as objects, which take up to twenty times the memory of their text.
 */
export const maxSourceBytes = 8 * 1024 * 1024;
/** In one statement: as many as one page can name. */
const sourcesAtOnce = 200;

/** Reads the sources of bindings, each once, the catalogue first and then entries, up to `maxSourceBytes`. */
export async function readSources(
  deps: ResolvingDeps,
  site: BoundSite,
  wanted: readonly { binding: Binding; locale: string }[],
  { readEntries, readReferred }: ContentReaders,
): Promise<Sources> {
  const { sql, ...addresses } = deps;
  const entries = new Map<string, EntryQuery>();
  const catalogItems = new Map<string, { kind: "product" | "category"; slug: string; locale: string }>();
  for (const { binding, locale } of wanted) {
    const { source, contentType, slug } = binding;
    const key = sourceKey(binding, locale);
    if (source === "entry" && contentType !== undefined && slug !== undefined) entries.set(key, { contentType, slug, locale });
    if ((source === "product" || source === "category") && slug !== undefined) catalogItems.set(key, { kind: source, slug, locale });
  }
  /** By key; null for an unread source. */
  const texts = new Map<string, string | null>();
  let bytesLeft = maxSourceBytes;
  const keep = (key: string, read: string | null) => {
    // References show more than was read.
    const text = read !== null && Buffer.byteLength(read) <= bytesLeft ? read : null;
    texts.set(key, text);
    // After a source that did not fit, a small one is left out as well, in the same statement or a later one.
    bytesLeft = text === null ? 0 : bytesLeft - Buffer.byteLength(text);
  };

  // The catalogue comes first, so that its version is known even if nothing else fits.
  let versions: Sources["versions"] = {};
  const tags: string[] = [];
  for (const chunk of chunksByLocale(catalogItems)) {
    if (bytesLeft <= 0) {
      // No change of these shows while those before them stay as they are.
      for (const [key] of chunk) texts.set(key, null);
      continue;
    }
    const slugsOf = (kind: string) => chunk.filter(([, query]) => query.kind === kind).map(([, { slug }]) => slug);
    const names = { products: slugsOf("product"), categories: slugsOf("category") };
    const locale = chunk[0]?.[1].locale ?? site.defaultLocale;
    const { items, tags: ofSources, ...read } = await readBoundSources(sql, site, names, { ...addresses, maxBytes: bytesLeft, locale });
    for (const { kind, slug, json } of items) keep(sourceKey({ source: kind, slug }, locale), json);
    tags.push(...ofSources);
    // Those of the first statement: what changed since is read again.
    versions = { ...read, ...versions };
  }
  for (const chunk of chunksOf(entries)) {
    if (bytesLeft <= 0) {
      for (const [key] of chunk) texts.set(key, null);
      continue;
    }
    const queries = chunk.map(([, query]) => query);
    const read = await readEntries(sql, site, queries, bytesLeft);
    const referring = read.flatMap(({ place, content, references }) => {
      return content !== null && references !== null ? [{ place, content, references, locale: queries[place]?.locale ?? "" }] : [];
    });
    const { contents, tags: ofTargets, ...ofCatalogItems } = await resolveReferences(deps, site, referring, { readReferred });
    const resolved = new Map(referring.map(({ place }, index) => [place, contents[index] ?? null]));
    for (const { place, content } of read) keep(chunk[place]?.[0] ?? "", resolved.get(place) ?? content);
    tags.push(...ofTargets);
    versions = { ...ofCatalogItems, ...versions };
  }

  const { slug, name, defaultLocale, locales, storefrontUrl } = site;
  const parsed = new Map<string, unknown>();
  return {
    versions,
    tags: [...tags, ...[...entries.values()].map((query) => slugTag(query.contentType, query.slug))],
    isUnread: (binding, locale) => texts.get(sourceKey(binding, locale)) === null,
    find: (binding, locale) => {
      if (binding.source === "site") return { slug, name, defaultLocale, locales, storefrontUrl };
      const key = sourceKey(binding, locale);
      const text = texts.get(key);
      if (text === undefined || text === null) return undefined;
      if (!parsed.has(key)) parsed.set(key, JSON.parse(text));
      return parsed.get(key);
    },
  };
}

function sourceKey({ source, contentType, slug }: Pick<Binding, "source" | "contentType" | "slug">, locale: string): string {
  return JSON.stringify([source, contentType, slug, locale]);
}

/** The chunks of one locale after another. */
function chunksByLocale<Query extends { locale: string }>(queries: ReadonlyMap<string, Query>): [string, Query][][] {
  const locales = new Set([...queries.values()].map(({ locale }) => locale));
  return [...locales].flatMap((locale) => chunksOf(new Map([...queries].filter(([, query]) => query.locale === locale))));
}

function chunksOf<Query>(queries: ReadonlyMap<string, Query>): [string, Query][][] {
  const all = [...queries];
  return Array.from({ length: Math.ceil(all.length / sourcesAtOnce) }, (_, index) =>
    all.slice(index * sourcesAtOnce, (index + 1) * sourcesAtOnce),
  );
}

/** The data of published entries, found by the rule of single reads. */
const readPublishedEntries: ReadEntries = (sql, site, wanted, maxBytes) =>
  sql<ReadEntry>`
    select
      wanted.place::int - 1 as place,
      case when sum(octet_length(found.content::text)) over (order by wanted.place) <= ${maxBytes} then found.content::text end as content,
      (
        select json_agg(json_build_array(links.path, links.kind, links.target_id))
        from published_references as links
        where links.site_id = ${site.id} and links.translation_id = found.translation_id
      )::text as references
    from unnest(
      ${wanted.map(({ contentType }) => contentType)}::text[],
      ${wanted.map(({ slug }) => slug)}::text[],
      ${wanted.map(({ locale }) => locale)}::text[]
    ) with ordinality as wanted (content_type, slug, locale, place)
    cross join lateral (
      select shown.content, shown.translation_id
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
    ) as found
    order by wanted.place`;

export const publishedReaders: ContentReaders = { readEntries: readPublishedEntries, readReferred: readPublishedReferred };
