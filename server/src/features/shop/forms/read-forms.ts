import type { Paging } from "../../../lib/http/paging.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import type { Sql } from "../../../ports/database.ts";
import type { EditedForm, ListedForm } from "./edited-form.ts";

export const formSorts = ["slug", "name", "updatedAt"] as const;

type Row<Shown extends ListedForm> = Omit<Shown, "createdAt" | "updatedAt"> & Record<"createdAt" | "updatedAt", Date>;
type PageRow = { matches: number } & { [K in keyof Row<ListedForm>]: Row<ListedForm>[K] | null };

/** The forms of a site whose names or slugs contain a text, and their number. */
export async function listFormsOf(
  sql: Sql,
  siteId: string,
  { q = "", sort, isDescending }: { q: string | undefined; sort: (typeof formSorts)[number]; isDescending: boolean },
  paging: Paging,
): Promise<{ forms: ListedForm[]; total: number }> {
  const search = q.trim().toLowerCase();
  const conditions =
    search === ""
      ? piece`site_id = ${siteId}`
      : piece`site_id = ${siteId} and (strpos(lower(name), ${search}) > 0 or strpos(slug, ${search}) > 0)`;
  const ordering = orderings[sort][isDescending ? 1 : 0];
  const rows = await sql<PageRow>(
    ...statement`
      select
        counted.matches, page.slug, page.name, page.version as revision, page.created_at as "createdAt", page.updated_at as "updatedAt"
      from (select count(*)::int as matches from forms where ${conditions}) as counted
      left join lateral (
        select * from forms where ${conditions} order by ${ordering} ${limitTo(paging)}
      ) as page on true
      order by ${ordering}`,
  );
  const forms = rows.flatMap(({ matches: _, ...row }) => (row.slug === null ? [] : [withTexts(row as Row<ListedForm>)]));
  return { forms, total: rows[0]?.matches ?? 0 };
}

const orderings: Record<(typeof formSorts)[number], readonly [SqlPiece, SqlPiece]> = {
  slug: [piece`slug`, piece`slug desc`],
  name: [piece`lower(name), slug`, piece`lower(name) desc, slug`],
  updatedAt: [piece`updated_at, slug`, piece`updated_at desc, slug`],
};

/** A form with all that people write in it; undefined if there is none. */
export async function readForm(sql: Sql, siteId: string, slug: string): Promise<EditedForm | undefined> {
  const [row] = isSlug(slug)
    ? await sql<Row<EditedForm>>`
        select
          slug, name, version as revision, created_at as "createdAt", updated_at as "updatedAt",
          schema, ui_schema as "uiSchema", submit_label as "submitLabel", success_message as "successMessage"
        from forms where site_id = ${siteId} and slug = ${slug}`
    : [];
  return row && withTexts(row);
}

function withTexts<R extends Record<"createdAt" | "updatedAt", Date>>(row: R) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
