import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { categoryStatuses } from "./category.ts";
import { editedPicture, EditedPicture } from "./edited-picture.ts";
import type { StoredPicture } from "./picture.ts";

const Json = Type.Record(Type.String(), Type.Unknown());
const head = {
  id: Uuid,
  slug: Type.String(),
  title: Type.String(),
  status: Type.Enum([...categoryStatuses]),
  parentId: Nullable(Uuid),
  position: Type.Integer({ description: "Its place among its siblings, from 0." }),
  productCount: Type.Integer({
    description: "Active products in it and in all public categories below it; 0 while it is not public.",
  }),
  revision: Type.Integer({ description: "Grows with each change. The positions that others give it by moving do not count." }),
  createdAt: Instant,
  updatedAt: Instant,
};

/** A category as the people who run the site edit it. */
export const EditedCategory = Type.Object(
  {
    ...head,
    description: Nullable(Type.String()),
    seo: Nullable(Json),
    image: Nullable(EditedPicture),
    translations: Type.Record(Type.String(), Json, { description: "By locale: the words that differ, as in bundles." }),
  },
  { $id: "EditedCategory", additionalProperties: false },
);
export type EditedCategory = Static<typeof EditedCategory>;

/** A category in the list of those that people edit. */
export const EditedCategoryRow = Type.Object(head, { $id: "EditedCategoryRow", additionalProperties: false });
export type EditedCategoryRow = Static<typeof EditedCategoryRow>;

type Row = Omit<EditedCategoryRow, "createdAt" | "updatedAt" | "status"> & { status: string; createdAt: Date; updatedAt: Date };
type Words = Pick<EditedCategory, "description" | "seo" | "translations"> & { image: StoredPicture | null };

const columns = piece`
  categories.id, categories.slug, categories.title, categories.status, categories.parent_id as "parentId", categories.position,
  categories.product_count as "productCount", categories.revision, categories.created_at as "createdAt",
  categories.updated_at as "updatedAt"`;

function rowOf(row: Row): EditedCategoryRow {
  return {
    ...row,
    status: row.status as EditedCategoryRow["status"],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The whole category, whatever its status. */
export async function readEditedCategory(sql: Sql, siteId: string, id: string): Promise<EditedCategory | undefined> {
  const [row] = await sql<Row & { words: string }>(
    ...statement`
      select
        ${columns},
        json_build_object(
          'description', categories.description, 'seo', categories.seo, 'image', categories.image,
          'translations', (
            select coalesce(json_object_agg(locale, words order by locale), '{}')
            from catalog_translations
            where site_id = ${siteId} and kind = 'category' and item_id = categories.id and words is not null
          )
        )::text as words
      from categories
      where categories.site_id = ${siteId} and categories.id = ${id}`,
  );
  if (!row) return undefined;
  const { words, ...category } = row;
  const { image, ...rest } = JSON.parse(words) as Words;
  return { ...rowOf(category), ...rest, image: image && editedPicture(image) };
}

export const categorySorts = ["position", "title", "createdAt", "updatedAt"] as const;

export interface CategoryFilters {
  status: (typeof categoryStatuses)[number] | undefined;
  /** Those directly below it. */
  parentId: string | undefined;
  /** Only those without a parent. */
  isRoot: boolean;
  q: string | undefined;
  sort: (typeof categorySorts)[number];
  isDescending: boolean;
}

/** A page of the categories that meet the filters, and their number. */
export async function listEditedCategories(
  sql: Sql,
  siteId: string,
  filters: CategoryFilters,
  paging: Paging,
): Promise<{ categories: EditedCategoryRow[]; total: number }> {
  const chosen = piece`categories where categories.site_id = ${siteId} ${conditions(filters)}`;
  const [counted] = await sql<{ total: number }>(...statement`select count(*)::int as total from ${chosen}`);
  const rows = await sql<Row>(
    ...statement`
      select ${columns} from ${chosen}
      order by ${orders[filters.sort][filters.isDescending ? 1 : 0]}
      ${limitTo(paging)}`,
  );
  return { categories: rows.map(rowOf), total: counted?.total ?? 0 };
}

function conditions({ status, parentId, isRoot, q }: CategoryFilters): SqlPiece {
  const pattern = `%${(q ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const parts: SqlPiece[] = [
    ...(status === undefined ? [] : [piece`and categories.status = ${status}`]),
    ...(parentId === undefined ? [] : [piece`and categories.parent_id = ${parentId}`]),
    ...(isRoot ? [piece`and categories.parent_id is null`] : []),
    ...(q === undefined || q === "" ? [] : [piece`and (lower(categories.title) like ${pattern} or categories.slug like ${pattern})`]),
  ];
  return parts.reduce((all, part) => piece`${all} ${part}`, piece``);
}

const orders: Record<(typeof categorySorts)[number], readonly [SqlPiece, SqlPiece]> = {
  position: [piece`categories.position, categories.id`, piece`categories.position desc, categories.id desc`],
  title: [piece`categories.sort_title, categories.id`, piece`categories.sort_title desc, categories.id desc`],
  createdAt: [piece`categories.created_at, categories.id`, piece`categories.created_at desc, categories.id desc`],
  updatedAt: [piece`categories.updated_at, categories.id`, piece`categories.updated_at desc, categories.id desc`],
};
