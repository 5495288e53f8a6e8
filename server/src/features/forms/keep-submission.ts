import { truncatedClient } from "../../lib/http/client-address.ts";
import { addToOutbox } from "../../lib/tasks/outbox.ts";
import type { Saving } from "../../lib/published/saving.ts";
import type { Database } from "../../ports/database.ts";
import { sendFormMail } from "./tasks/form-mail.ts";

export interface Submission {
  siteId: string;
  /** As it was when the data were checked. */
  form: { id: string; version: number };
  data: object;
  client: string;
  isSpam: boolean;
  /** The site names somebody whom a mail may still tell. */
  isTold: boolean;
}

/** Keeps the submission, with the mail that tells of it. False when the form is no longer what the data were checked against. */
export async function keepSubmission(
  sql: Database,
  { ids, now }: Saving,
  { siteId, form, data, client, isSpam, isTold }: Submission,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [stored] = await tx<{ id: string }>`
      insert into form_submissions (site_id, id, form_id, form_version, data, client, is_spam, created_at)
      select
        forms.site_id, ${ids.next()}::uuid, forms.id, forms.version, ${JSON.stringify(data)}::json, ${truncatedClient(client)}::text,
        ${isSpam}::boolean, ${now}::timestamptz
      from forms
      where forms.site_id = ${siteId} and forms.id = ${form.id} and forms.version = ${form.version}
      returning id`;
    if (!stored) return false;
    if (isTold) await addToOutbox(tx, { now, ids }, sendFormMail, { siteId, submissionId: stored.id });
    return true;
  });
}
