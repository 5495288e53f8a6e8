import type { Deps } from "../../deps.ts";

/** A form as the site's staff sees it in a list. */
export interface StaffForm {
  slug: string;
  name: string;
  version: number;
  submissions: number;
  /** Not among the submissions. */
  spam: number;
  latestAt: string | null;
}

/** What was submitted once, as its staff reads it. */
export interface Submission {
  id: string;
  submittedAt: string;
  /** Of the form, when it was submitted. */
  version: number;
  isSpam: boolean;
  client: string;
  data: Record<string, unknown>;
}

// Of up to 256 KiB each: a statement has two seconds.
const readAtOnce = 200;

/** The forms of a site, with how much was submitted. */
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

/** The submissions of a form, the newest first, at most `limit`; undefined when there is no such form. */
export async function listSubmissions(
  { sql }: Pick<Deps, "sql">,
  siteId: string,
  slug: string,
  { limit, withSpam }: { limit: number; withSpam: boolean },
): Promise<Submission[] | undefined> {
  const [form] = await sql<{ id: string }>`select id from forms where site_id = ${siteId} and slug = ${slug}`;
  if (!form) return undefined;
  const submissions: Submission[] = [];
  // Where the last batch ended.
  let before = { at: new Date("9999-12-31T00:00:00Z"), id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
  for (;;) {
    const rows = await sql<Omit<Submission, "submittedAt"> & { createdAt: Date }>`
      select id, created_at as "createdAt", form_version as version, is_spam as "isSpam", client, data
      from form_submissions
      where site_id = ${siteId} and form_id = ${form.id} and (${withSpam}::boolean or not is_spam)
        and (created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)
      order by created_at desc, id desc
      limit ${Math.min(readAtOnce, limit - submissions.length)}`;
    for (const { createdAt, ...row } of rows) submissions.push({ ...row, submittedAt: createdAt.toISOString() });
    const last = rows.at(-1);
    if (!last || rows.length < readAtOnce || submissions.length >= limit) return submissions;
    before = { at: last.createdAt, id: last.id };
  }
}
