import type { Deps } from "../../../deps.ts";
import type { Sql } from "../../../ports/database.ts";
import { statement } from "../../../lib/sql/sql-statement.ts";
import { membersOf, type Schema } from "./form-members.ts";
import { uploadFieldsOf } from "./upload-fields.ts";
import { submissionConditions, type SubmissionFilter } from "./submission-conditions.ts";

/** A form as the site's staff sees it in a list. */
export interface StaffForm {
  slug: string;
  name: string;
  version: number;
  submissions: number;
  /** Not included in the submissions. */
  spam: number;
  latestAt: string | null;
}

/** A submission as the site's staff reads it. */
export interface Submission {
  id: string;
  submittedAt: string;
  /** The form's version at the time of the submission. */
  version: number;
  isSpam: boolean;
  client: string;
  data: Record<string, unknown>;
}

/** The end of a page of submissions, the newest first. */
export interface SubmissionCursor {
  at: string;
  id: string;
}

export interface SubmissionPage {
  /** The members that the form's schema names, in its order. */
  fields: string[];
  submissions: Submission[];
  /** Those of the fields that take files. */
  fileFields: string[];
  /** Null on the last page. */
  next: SubmissionCursor | null;
  /** The number on all pages, if the caller asked for it. */
  total: number | null;
}

export interface SubmissionsWanted {
  limit: number;
  withSpam: boolean;
  before?: SubmissionCursor | undefined;
  withTotal?: boolean | undefined;
}

// Each has up to some 256 KiB, and a batch is held in memory, perhaps of a process that also serves a site.
const readAtOnce = 16;
const pageRows = 200;
const pageBytes = 2 * 1024 * 1024;

/** The forms of a site, with the number of their submissions. */
export async function listForms({ sql }: Pick<Deps, "sql">, siteId: string): Promise<StaffForm[]> {
  const rows = await sql<Omit<StaffForm, "latestAt"> & { latestAt: Date | null }>`
    select
      forms.slug,
      forms.name,
      forms.version,
      (count(*) filter (where not form_submissions.is_spam))::int as submissions,
      (count(*) filter (where form_submissions.is_spam))::int as spam,
      (max(form_submissions.created_at) filter (where not form_submissions.is_spam))::timestamptz as "latestAt"
    from forms
    left join form_submissions on form_submissions.site_id = forms.site_id and form_submissions.form_id = forms.id
    where forms.site_id = ${siteId}
    group by forms.site_id, forms.id
    order by forms.slug`;
  return rows.map(({ latestAt, ...form }) => ({ ...form, latestAt: latestAt && latestAt.toISOString() }));
}

/** Submissions of a form, the newest first: at most `limit`, and no more than one page has. Undefined when there is no such form. */
export async function listSubmissions(
  { sql }: Pick<Deps, "sql">,
  siteId: string,
  slug: string,
  { limit, withSpam, before, withTotal = false }: SubmissionsWanted,
): Promise<SubmissionPage | undefined> {
  const [form] = await sql<FormOfRows>`select id, schema from forms where site_id = ${siteId} and slug = ${slug}`;
  if (!form) return undefined;
  const filter = withSpam ? {} : { spam: false };
  const total = withTotal ? await countSubmissions(sql, siteId, form.id, filter) : null;
  return { ...(await readPage(sql, siteId, form, filter, { limit, before })), total };
}

/** All submissions of a form that meet the conditions, the newest first, page by page: each is read on demand. */
export async function* pagesOfForm(
  { sql }: Pick<Deps, "sql">,
  siteId: string,
  form: FormOfRows,
  filter: SubmissionFilter,
): AsyncGenerator<SubmissionPage, void> {
  let before: SubmissionCursor | undefined;
  do {
    const page: Omit<SubmissionPage, "total"> = await readPage(sql, siteId, form, filter, { limit: pageRows, before });
    yield { ...page, total: null };
    before = page.next ?? undefined;
  } while (before);
}

interface FormOfRows {
  id: string;
  schema: Schema;
}

async function readPage(
  sql: Sql,
  siteId: string,
  form: FormOfRows,
  filter: SubmissionFilter,
  { limit, before }: { limit: number; before: SubmissionCursor | undefined },
): Promise<Omit<SubmissionPage, "total">> {
  const fields = [...new Set(membersOf(form.schema).members.map(({ name }) => name))];
  const fileFields = [...uploadFieldsOf(form.schema).keys()];
  const conditions = submissionConditions(siteId, form.id, filter);
  const submissions: Submission[] = [];
  const most = Math.min(pageRows, limit);
  let bytes = 0;
  let last = before ? { at: new Date(before.at), id: before.id } : newest;
  while (submissions.length < most && bytes < pageBytes) {
    const wanted = Math.min(readAtOnce, most - submissions.length);
    const rows = await sql<Omit<Submission, "submittedAt"> & { createdAt: Date; bytes: number }>(
      ...statement`
        select
          id,
          created_at as "createdAt",
          form_version as version,
          is_spam as "isSpam",
          client,
          data,
          octet_length(data::text) as bytes
        from form_submissions
        where ${conditions} and (created_at, id) < (${last.at}::timestamptz, ${last.id}::uuid)
        order by created_at desc, id desc
        limit ${wanted}`,
    );
    for (const { createdAt, bytes: size, ...row } of rows) {
      submissions.push({ ...row, submittedAt: createdAt.toISOString() });
      bytes += size;
      last = { at: createdAt, id: row.id };
    }
    if (rows.length < wanted) return { fields, fileFields, submissions, next: null };
  }
  return { fields, fileFields, submissions, next: { at: last.at.toISOString(), id: last.id } };
}

const newest = { at: new Date("9999-12-31T00:00:00Z"), id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

async function countSubmissions(sql: Sql, siteId: string, formId: string, filter: SubmissionFilter): Promise<number> {
  const [row] = await sql<{ count: number }>(
    ...statement`select count(*)::int as count from form_submissions where ${submissionConditions(siteId, formId, filter)}`,
  );
  return row?.count ?? 0;
}
