import type { Sql } from "../../ports/database.ts";
import type { PublicSaving } from "../../lib/published/saving.ts";
import { emptyTally } from "../../lib/observing/tally.ts";
import type { categoryStatuses } from "./category.ts";
import type { Picture } from "./picture.ts";
import type { SavedCatalog } from "./settle-catalog.ts";
import { categoriesTag, productListsTag, productsOfCategoryTag } from "./tags.ts";
import { searchVector, sortTitleOf, wordsOf } from "../../lib/search/search-text.ts";

export interface CategoryInput {
  slug: string;
  title: string;
  description: string | null;
  image: Picture | null;
  /** The slug of the category above; null for a root. */
  parent: string | null;
  position: number;
  status: (typeof categoryStatuses)[number];
}

/** Creates or updates categories by slug; unchanged ones are not touched. `settleCatalog` must follow. */
export async function saveCategories(
  tx: Sql,
  { now, ids, touched }: PublicSaving,
  siteId: string,
  inputs: readonly CategoryInput[],
): Promise<SavedCatalog> {
  const tally = emptyTally();
  const words = new Set<string>();
  const stored = await readStored(tx, siteId, inputs);
  const rows: object[] = [];
  for (const input of inputs) {
    const { slug, title, description, image, parent, position, status } = input;
    const found = stored.get(slug);
    if (found && found.state === JSON.stringify({ title, description, image, parent, position, status })) {
      tally.unchanged += 1;
      continue;
    }
    tally[found ? "updated" : "created"] += 1;
    for (const word of [...(found?.words ?? []), ...wordsOf(`${title} ${description ?? ""}`)]) words.add(word);
    const id = found?.id ?? ids.next();
    for (const tag of [productsOfCategoryTag(id), productListsTag, categoriesTag]) touched.add(tag);
    rows.push({
      ...{ id, slug, title, description, parent, position, status },
      image: image && JSON.stringify(image),
      sort_title: sortTitleOf(title),
      search: searchVector({ A: [title], D: [description ?? ""] }),
    });
  }
  if (rows.length > 0) await upsert(tx, siteId, now, JSON.stringify(rows));
  return { tally, words };
}

async function readStored(tx: Sql, siteId: string, inputs: readonly CategoryInput[]) {
  const rows = await tx<{ id: string; slug: string; state: string; words: string | null }>`
    select
      categories.id,
      categories.slug,
      json_build_object(
        'title', categories.title,
        'description', categories.description,
        'image', categories.image,
        'parent', above.slug,
        'position', categories.position,
        'status', categories.status
      )::text as state,
      array_to_string(tsvector_to_array(categories.search), ' ')::text as words
    from categories
    left join categories as above on above.site_id = categories.site_id and above.id = categories.parent_id
    where categories.site_id = ${siteId} and categories.slug = any (${inputs.map(({ slug }) => slug)}::text[])`;
  return new Map(
    rows.map(({ id, slug, state, words }) => [
      slug,
      { id, state: JSON.stringify(JSON.parse(state)), words: words ? words.split(" ") : [] },
    ]),
  );
}

async function upsert(tx: Sql, siteId: string, now: Date, rows: string): Promise<void> {
  await tx`
    insert into categories (
      site_id, id, slug, title, description, image, position, status, sort_title, search, created_at, updated_at
    )
    select
      ${siteId}::uuid, id, slug, title, description, image::json, position, status, sort_title, search::tsvector,
      ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${rows}::json) as given (
      id uuid, slug text, title text, description text, image text, position int, status text, sort_title text, search text
    )
    on conflict (site_id, id) do update set
      title = excluded.title,
      description = excluded.description,
      image = excluded.image,
      position = excluded.position,
      status = excluded.status,
      sort_title = excluded.sort_title,
      search = excluded.search,
      updated_at = excluded.updated_at`;
  // After all are saved: a child may be named before its parent.
  await tx`
    update categories set parent_id = above.id
    from json_to_recordset(${rows}::json) as given (id uuid, parent text)
    left join categories as above on above.site_id = ${siteId} and above.slug = given.parent
    where categories.site_id = ${siteId} and categories.id = given.id and categories.parent_id is distinct from above.id`;
}
