import type { Sql } from "../../../ports/database.ts";
import { isUnspaced, searchVector, sortTitleOf, wordsOf } from "../../../lib/search/search-text.ts";
import { piece, statement } from "../../../lib/sql/sql-statement.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { SiteLocales } from "../../../lib/text/locale.ts";

import { keepFormerSlugs, ownLocale } from "./former-catalog-slugs.ts";

/** A site whose catalogue is saved. */
export interface CatalogSite extends SiteLocales {
  id: string;
}

export type ItemKind = "product" | "category" | "plan";

/** The words of an item in other locales than the site's default one. */
export type Translations<Words> = Readonly<Record<string, Words>>;

/** A saved item with its own words. */
export interface TranslatedItem {
  id: string;
  slug: string;
  title: string;
  description: string | null;
  /** More that is searched, the same in all locales. */
  searched?: readonly string[];
  translations: Translations<{ slug?: string; title?: string; description?: string }>;
}

/** Translations as a text to compare, in whatever order they are given. */
export function translationsState(translations: object): string {
  return JSON.stringify(Object.entries(translations).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The words that a save may have added or removed, by the locale of the translations; without one those of the items themselves. */
export class ChangedWords extends Map<string | undefined, Set<string>> {
  addAll(locale: string | undefined, words: Iterable<string>): void {
    const localeWords = this.get(locale) ?? new Set<string>();
    this.set(locale, localeWords);
    for (const word of words) if (!isUnspaced(word)) localeWords.add(word);
  }
}

/** The locales of the site besides the default one. */
export function otherLocales({ locales, defaultLocale }: SiteLocales): string[] {
  return locales.filter((locale) => locale !== defaultLocale);
}

// Between two statements passes less time than the database allows a transaction to be idle.
const rowsAtOnce = 100;

/**
 * Replaces what saved items show in each of the site's other locales. The words of translations that come or go are added to `changed`, where
 * there is one; those of the items themselves are the caller's. Remembers the slugs that translations had before.
 */
export async function saveTranslations(
  tx: Sql,
  { now, ids, site, changed }: Pick<PublicWriteContext, "now" | "ids"> & { site: CatalogSite; changed?: ChangedWords },
  kind: ItemKind,
  items: readonly TranslatedItem[],
): Promise<void> {
  if (items.length === 0) return;
  const itemIds = items.map(({ id }) => id);
  const removed = await tx<{ itemId: string; locale: string; slug: string | null; words: string[] | null }>`
    delete from catalog_translations
    where site_id = ${site.id} and kind = ${kind} and item_id = any (${itemIds}::uuid[])
    returning item_id as "itemId", locale, words ->> 'slug' as slug, case when words is not null then tsvector_to_array(search) end as words`;
  for (const { locale, words } of removed) if (words !== null) changed?.addAll(locale, words);
  const locales = otherLocales(site);
  const translated = items.flatMap((item) =>
    locales.flatMap((locale) => {
      const words = Object.hasOwn(item.translations, locale) ? item.translations[locale] : undefined;
      return words === undefined ? [] : [{ item, locale, words }];
    }),
  );
  for (let start = 0; start < translated.length; start += rowsAtOnce) {
    const rows = translated.slice(start, start + rowsAtOnce).map(({ item, locale, words }) => {
      const { slug, title, description } = { ...item, ...words };
      const texts = { A: [title, ...(item.searched ?? [])], D: [description ?? ""] };
      changed?.addAll(locale, [...texts.A, ...texts.D].flatMap(wordsOf));
      const search = changed ? searchVector(texts) : "";
      return { item_id: item.id, locale, words: JSON.stringify(words), slug, sort_title: sortTitleOf(title), search };
    });
    await tx`
      insert into catalog_translations (site_id, id, kind, item_id, locale, words, slug, sort_title, search)
      select
        ${site.id}::uuid, md5(${kind} || ' ' || item_id || ' ' || locale)::uuid, ${kind}, item_id, locale, words::json, slug, sort_title,
        search::tsvector
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        item_id uuid, locale text, words text, slug text, sort_title text, search text
      )`;
  }
  await addUntranslated(tx, site.id, { locales, itemIds });
  if (kind === "plan") return;
  const slugs = new Map(translated.map(({ item, locale, words }) => [`${item.id} ${locale}`, words.slug]));
  const presentSlugs = new Map(items.map(({ id, slug }) => [id, slug]));
  const moved = removed.flatMap(({ itemId, locale, slug }) => {
    const present = slugs.get(`${itemId} ${locale}`) ?? presentSlugs.get(itemId);
    return slug === null || slug === present || !locales.includes(locale) ? [] : [{ itemId, locale, slug }];
  });
  const taken = [
    ...items.map(({ slug }) => ({ locale: ownLocale, slug })),
    ...translated.flatMap(({ locale, words: { slug } }) => (slug === undefined ? [] : [{ locale, slug }])),
  ];
  await keepFormerSlugs(tx, { now, ids }, site.id, kind, { moved, taken });
}

/** Adds what items, or all items, show in locales in which they have no row: their own words. Resolves with the number of rows. */
export async function addUntranslated(
  tx: Sql,
  siteId: string,
  { locales, itemIds = null }: { locales: readonly string[]; itemIds?: readonly string[] | null },
): Promise<number> {
  if (locales.length === 0) return 0;
  const chosen = itemIds === null ? piece`` : piece`and item.id = any (${itemIds}::uuid[])`;
  const added = await tx<{ count: number }>(
    ...statement`
    with added as (
      insert into catalog_translations (site_id, id, kind, item_id, locale, slug, sort_title, search)
      select
        ${siteId}::uuid, md5(item.kind || ' ' || item.id || ' ' || other.locale)::uuid, item.kind, item.id, other.locale, item.slug,
        item.sort_title, item.search
      from (
        select 'product' as kind, id, slug, sort_title, search from products where site_id = ${siteId}
        union all
        select 'category', id, slug, sort_title, search from categories where site_id = ${siteId}
        union all
        select 'plan', id, slug, '', ''::tsvector from plans where site_id = ${siteId}
      ) as item
      cross join unnest(${locales}::text[]) as other (locale)
      where not exists (
          select from catalog_translations as known
          where known.site_id = ${siteId} and known.kind = item.kind and known.item_id = item.id and known.locale = other.locale
        )
        ${chosen}
      returning id
    )
    select count(*)::int as count from added`,
  );
  return added[0]?.count ?? 0;
}
