import type { Sql } from "../../../ports/database.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import type { categoryStatuses } from "./category.ts";
import { saveAliases, type LocaleSlug } from "./former-catalog-slugs.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../../server/webhooks/index.ts";
import { assetIdsOf, type StoredPicture } from "./picture.ts";
import {
  saveTranslations,
  translationsState,
  type CatalogSite,
  type ChangedWords,
  type TranslatedItem,
  type Translations,
} from "./save-translations.ts";
import type { CategoryWords } from "./translation.ts";
import type { Seo } from "../../../lib/http/seo.ts";
import { categoriesTag, productListsTag, productsOfCategoryTag } from "./tags.ts";
import { searchVector, sortTitleOf, wordsOf } from "../../../lib/search/search-text.ts";

export interface CategoryInput {
  slug: string;
  /** More slugs that lead to the category, by `saveAliases`. */
  aliases?: readonly LocaleSlug[];
  title: string;
  description: string | null;
  seo: Seo | null;
  image: StoredPicture | null;
  /** The slug of the category above; null for a root. */
  parent: string | null;
  position: number;
  status: (typeof categoryStatuses)[number];
  translations: Translations<CategoryWords>;
}

/**
 * Creates or updates categories by slug; unchanged ones are not touched. `renamed` has the slugs of categories that this transaction has changed
 * already. `recomputeCatalog` must follow, with the words that the save adds to `changed`.
 */
export async function saveCategories(
  tx: Sql,
  ctx: PublicWriteContext,
  site: CatalogSite,
  inputs: readonly CategoryInput[],
  { changed, renamed }: { changed: ChangedWords; renamed?: ReadonlySet<string> },
): Promise<Tally> {
  const { now, ids, touched } = ctx;
  const siteId = site.id;
  const tally = emptyTally();
  const events: NewWebhookEvent[] = [];
  const translated: TranslatedItem[] = [];
  const storedCategories = await readStored(tx, siteId, inputs);
  const rows: object[] = [];
  const aliased: Parameters<typeof saveAliases>[4]["items"][number][] = [];
  for (const input of inputs) {
    const { slug, title, description, seo, image, parent, position, status, translations } = input;
    const storedCategory = storedCategories.get(slug);
    const id = storedCategory?.id ?? ids.next();
    // A category that `renameCategory` has changed already looks unchanged.
    if (storedCategory && !renamed?.has(slug) && storedCategory.state === stateOf(input)) {
      tally.unchanged += 1;
      aliased.push({ itemId: id, isSaved: false, aliases: input.aliases ?? [] });
      continue;
    }
    aliased.push({ itemId: id, isSaved: true, aliases: input.aliases ?? [] });
    tally[storedCategory ? "updated" : "created"] += 1;
    changed.addAll(undefined, [...(storedCategory?.words ?? []), ...wordsOf(`${title} ${description ?? ""}`)]);
    translated.push({ id, slug, title, description, translations });
    events.push({ type: "category.changed", data: { id, slug, change: storedCategory ? "UPDATED" : "CREATED" } });
    for (const tag of [productsOfCategoryTag(id), productListsTag, categoriesTag]) touched.add(tag);
    rows.push({
      id,
      slug,
      title,
      description,
      parent,
      position,
      status,
      image: image && JSON.stringify(image),
      asset_ids: assetIdsOf(image ? [image] : []),
      seo: seo && JSON.stringify(seo),
      sort_title: sortTitleOf(title),
      search: searchVector({ A: [title], D: [description ?? ""] }),
    });
  }
  if (rows.length > 0) await upsert(tx, siteId, now, JSON.stringify(rows));
  await saveTranslations(tx, { now, ids, site, changed }, "category", translated);
  await saveAliases(tx, ctx, siteId, "category", { items: aliased, tally });
  await recordWebhookEvents(tx, ctx, siteId, events);
  return tally;
}

/** As a text to compare. */
function stateOf({ title, description, seo, image, parent, position, status, translations }: Omit<CategoryInput, "slug">): string {
  return JSON.stringify([title, description, seo, image, parent, position, status, translationsState(translations)]);
}

async function readStored(tx: Sql, siteId: string, inputs: readonly CategoryInput[]) {
  const rows = await tx<{ id: string; slug: string; state: string; words: string | null }>`
    select
      categories.id,
      categories.slug,
      json_build_object(
        'title', categories.title,
        'description', categories.description,
        'seo', categories.seo,
        'image', categories.image,
        'parent', above.slug,
        'position', categories.position,
        'status', categories.status,
        'translations', (
          select coalesce(json_object_agg(translated.locale, translated.words), '{}')
          from catalog_translations as translated
          where translated.site_id = ${siteId}
            and translated.kind = 'category'
            and translated.item_id = categories.id
            and translated.words is not null
        )
      )::text as state,
      array_to_string(tsvector_to_array(categories.search), ' ')::text as words
    from categories
    left join categories as above on above.site_id = categories.site_id and above.id = categories.parent_id
    where categories.site_id = ${siteId} and categories.slug = any (${inputs.map(({ slug }) => slug)}::text[])`;
  return new Map(
    rows.map(({ id, slug, state, words }) => [
      slug,
      { id, state: stateOf(JSON.parse(state) as CategoryInput), words: words ? words.split(" ") : [] },
    ]),
  );
}

async function upsert(tx: Sql, siteId: string, now: Date, rows: string): Promise<void> {
  await tx`
    insert into categories (
      site_id, id, slug, title, description, seo, image, asset_ids, position, status, sort_title, search, created_at, updated_at
    )
    select
      ${siteId}::uuid, id, slug, title, description, seo::json, image::json, asset_ids, position, status, sort_title, search::tsvector,
      ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${rows}::json) as given (
      id uuid, slug text, title text, description text, seo text, image text, asset_ids uuid[], position int, status text, sort_title text, search text
    )
    on conflict (site_id, id) do update set
      title = excluded.title,
      description = excluded.description,
      seo = excluded.seo,
      image = excluded.image,
      asset_ids = excluded.asset_ids,
      position = excluded.position,
      status = excluded.status,
      sort_title = excluded.sort_title,
      search = excluded.search,
      revision = categories.revision + 1,
      updated_at = excluded.updated_at`;
  // After all are saved: a child may be named before its parent.
  await tx`
    update categories set parent_id = above.id
    from json_to_recordset(${rows}::json) as given (id uuid, parent text)
    left join categories as above on above.site_id = ${siteId} and above.slug = given.parent
    where categories.site_id = ${siteId} and categories.id = given.id and categories.parent_id is distinct from above.id`;
}
