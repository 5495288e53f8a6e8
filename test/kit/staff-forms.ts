import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { objectKey } from "../../server/src/features/content/media/object-key.ts";
import type { ProofServer } from "./proof-site.ts";
import type { TestSite } from "./harness.ts";
import { fileOf } from "./stored-file.ts";

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

/** Gives a submission a file whose bytes are in the store. Resolves with its id. */
export async function addSubmissionFile(
  { deps: { sql, clock, store } }: Pick<ProofServer, "deps">,
  site: Pick<TestSite, "id">,
  submissionId: string,
  { id = randomUUID(), bytes = Buffer.from(`CV ${id}`), name = "cv.txt" } = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-file-"));
  const file = await fileOf(folder, bytes);
  await store.put(objectKey(site.id, file.sha256), file);
  await rm(folder, { recursive: true, force: true });
  const fileId = randomUUID();
  const now = clock.now();
  await sql`
    insert into asset_files (site_id, id, sha256, content_type, extension, bytes, created_at, stored_at, used_at)
    values (${site.id}, ${fileId}, ${file.sha256}, 'text/plain', 'txt', ${bytes.length}, ${now}, ${now}, ${now})`;
  await sql`
    insert into form_submission_files (site_id, id, submission_id, file_id, name)
    values (${site.id}, ${id}, ${submissionId}, ${fileId}, ${name})`;
  return id;
}
