import { randomUUID } from "node:crypto";
import type { ProofServer } from "./proof-site.ts";
import type { TestSite } from "./harness.ts";

/** Stores a submission of one of the site's forms. Resolves with its id. */
export async function addSubmissionOf(
  { deps: { sql, clock } }: Pick<ProofServer, "deps">,
  site: Pick<TestSite, "id">,
  slug = "contact",
  {
    id = randomUUID(),
    data = { text: "Hello" },
    at = clock.now(),
    isSpam = false,
  }: { id?: string; data?: object; at?: Date; isSpam?: boolean } = {},
): Promise<string> {
  await sql`
    insert into form_submissions (site_id, id, form_id, form_version, data, client, is_spam, created_at)
    select ${site.id}, ${id}::uuid, id, version, ${JSON.stringify(data)}::json, '203.0.113.0/24', ${isSpam}, ${at}
    from forms where site_id = ${site.id} and slug = ${slug}`;
  return id;
}

/** Stores a form without submissions, unless the site has it. Resolves with its slug. */
export async function addForm(
  { deps: { sql, clock, ids } }: Pick<ProofServer, "deps">,
  site: Pick<TestSite, "id">,
  slug: string,
): Promise<string> {
  const now = clock.now();
  await sql`
    insert into forms (site_id, id, slug, name, schema, ui_schema, submit_label, success_message, created_at, updated_at)
    values (${site.id}, ${ids.next()}, ${slug}, 'Feedback', '{"type":"object","properties":{}}', '{}', 'Send', 'Thanks', ${now}, ${now})
    on conflict (site_id, slug) do nothing`;
  return slug;
}
