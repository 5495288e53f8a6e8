import type { Paging } from "../../../lib/http/paging.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { isSlug } from "../../../lib/text/slug.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { formNotFound } from "./form.ts";
import type { Schema } from "./form-members.ts";
import { submissionConditions, type SubmissionFilter } from "./submission-conditions.ts";
import { longestListed, submissionNotFound, type FormSubmission, type ListedSubmission } from "./submission.ts";

export const submissionSorts = ["submittedAt"] as const;

/** The form of an address. Throws `form_not_found`. */
export async function formAt(sql: Sql, siteId: string, slug: string): Promise<{ id: string; name: string; schema: Schema }> {
  const [form] = isSlug(slug)
    ? await sql<{ id: string; name: string; schema: Schema }>`
        select id, name, schema from forms where site_id = ${siteId} and slug = ${slug}`
    : [];
  if (!form) throw new ProblemError(formNotFound);
  return form;
}

type Row<Shown extends { submittedAt: string }> = Omit<Shown, "submittedAt"> & { submittedAt: Date };
type PageRow = { matches: number } & { [K in keyof Row<ListedSubmission>]: Row<ListedSubmission>[K] | null };

/** The submissions of a form that meet the conditions, by time, and their number. */
export async function findSubmissions(
  sql: Sql,
  siteId: string,
  formId: string,
  filter: SubmissionFilter,
  { isDescending, paging }: { isDescending: boolean; paging: Paging },
): Promise<{ submissions: ListedSubmission[]; total: number }> {
  const conditions = submissionConditions(siteId, formId, filter);
  const ordering = isDescending ? newestFirst : oldestFirst;
  const rows = await sql<PageRow>(
    ...statement`
      select
        counted.matches,
        page.id,
        page.created_at as "submittedAt",
        page.form_version as version,
        page.read_at is not null as read,
        page.is_spam as spam,
        page.client as network,
        case when octet_length(page.data::text) <= ${longestListed} then page.data end as data
      from (select count(*)::int as matches from form_submissions where ${conditions}) as counted
      left join lateral (
        select * from form_submissions where ${conditions} order by ${ordering} ${limitTo(paging)}
      ) as page on true
      order by ${ordering}`,
  );
  const submissions = rows.flatMap(({ matches: _, submittedAt, ...row }) =>
    row.id === null ? [] : [{ ...row, submittedAt: submittedAt?.toISOString() ?? "" } as ListedSubmission],
  );
  return { submissions, total: rows[0]?.matches ?? 0 };
}

const newestFirst: SqlPiece = piece`created_at desc, id desc`;
const oldestFirst: SqlPiece = piece`created_at, id`;

/** One submission of a form. Throws `submission_not_found`. */
export async function readSubmission(sql: Sql, siteId: string, formId: string, id: string): Promise<FormSubmission> {
  const [row] = isUuid(id)
    ? await sql<Row<FormSubmission>>`
        select
          id, created_at as "submittedAt", form_version as version, read_at is not null as read, is_spam as spam, client as network, data
        from form_submissions
        where site_id = ${siteId} and form_id = ${formId} and id = ${id}`
    : [];
  if (!row) throw new ProblemError(submissionNotFound);
  return { ...row, submittedAt: row.submittedAt.toISOString() };
}

/** A file of a submission, as it may be downloaded; undefined if the submission does not have it. */
export async function findSubmissionFile(
  sql: Sql,
  siteId: string,
  formId: string,
  { id, fileId }: { id: string; fileId: string },
): Promise<{ name: string; bytes: number; sha256: string } | undefined> {
  if (!isUuid(id) || !isUuid(fileId)) return undefined;
  const [file] = await sql<{ name: string; bytes: number; sha256: string }>`
    select sent.name, files.bytes::float8 as bytes, files.sha256
    from form_submission_files as sent
    join form_submissions as submissions
      on submissions.site_id = ${siteId} and submissions.id = sent.submission_id and submissions.form_id = ${formId}
    join asset_files as files on files.site_id = ${siteId} and files.id = sent.file_id
    where sent.site_id = ${siteId} and sent.id = ${fileId} and sent.submission_id = ${id}`;
  return file;
}
