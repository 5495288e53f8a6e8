import type { Site } from "../../../lib/site.ts";
import { piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";

type OwnSite = Pick<Site, "id">;
type Kind = "product" | "category";

/** The words of an item in a locale, as JSON text: null without a translation, and without a locale. */
export function wordsIn(site: OwnSite, kind: SqlPiece, id: SqlPiece, locale: string | undefined): SqlPiece {
  if (locale === undefined) return piece`null`;
  return piece`(
    select own.words::text
    from catalog_translations as own
    where own.site_id = ${site.id} and own.kind = ${kind} and own.item_id = ${id} and own.locale = ${locale}
  )`;
}

/**
 * The columns of a translation into a locale, nulls without one: `words`, `categoryWords`, `alternates`. Beside a row `shown` of the view of
 * public products or categories.
 */
export function translatedColumns(site: OwnSite, kind: Kind, locale: string | undefined): SqlPiece {
  if (locale === undefined) return piece`null as words, null as "categoryWords", null as alternates`;
  const ofCategory = kind === "product" ? wordsIn(site, piece`'category'`, piece`shown.category_id`, locale) : piece`null`;
  return piece`
    ${wordsIn(site, piece`${kind}`, piece`shown.id`, locale)} as words,
    ${ofCategory} as "categoryWords",
    (
      select json_agg(json_build_array(other.locale, other.slug))
      from catalog_translations as other
      where other.site_id = ${site.id} and other.kind = ${kind} and other.item_id = shown.id and other.words is not null
    )::text as alternates`;
}

/** The condition that a row `shown` of such a view has the slug: in the locale, or else in the site's default one. */
export function hasSlug(site: OwnSite, kind: Kind, slug: string, locale: string | undefined): SqlPiece {
  return locale === undefined ? piece`shown.slug = ${slug}` : piece`shown.id = ${idOf(site, kind, slug, locale)}`;
}

/** The id of the public item with the slug: in the locale, or else in the site's default one. */
export function idOf(site: OwnSite, kind: Kind, slug: string, locale: string): SqlPiece {
  const [translated, ownItems] = publicItems[kind];
  return piece`(
    select named.id
    from (
      select translated.id, 0 as place
      from ${translated} as translated
      where translated.site_id = ${site.id} and translated.locale = ${locale} and translated.translated_slug = ${slug}
      union all
      select own.id, 1 from ${ownItems} as own where own.site_id = ${site.id} and own.slug = ${slug}
    ) as named
    order by named.place
    limit 1
  )`;
}

/** The view of the public items of a kind. */
export function publicItemsOf(kind: Kind): SqlPiece {
  return publicItems[kind][1];
}

const publicItems: Readonly<Record<Kind, [SqlPiece, SqlPiece]>> = {
  product: [piece`translated_products`, piece`listed_products`],
  category: [piece`translated_categories`, piece`public_categories`],
};
