import { truncatedClient } from "../../../lib/http/client-address.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Database, Sql } from "../../../ports/database.ts";
import { beingRemoved, useFile } from "../../content/media/index.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import { sendFormMail } from "./tasks/form-mail.ts";

export interface Submission {
  siteId: string;
  /** The version of the form that the data were checked against. */
  form: { id: string; slug: string; version: number };
  data: object;
  /** In the store, with their names. */
  files?: readonly { id: string; fileId: string; name: string }[];
  client: string;
  isSpam: boolean;
  /** The site names a recipient, and the limit of emails is not reached. */
  isTold: boolean;
}

/** Stores the submission, with its email. False when the form has changed since the data were checked. */
export async function keepSubmission(
  sql: Database,
  { ids, now }: WriteContext,
  { siteId, form, data, files = [], client, isSpam, isTold }: Submission,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [storedSubmission] = await tx<{ id: string }>`
      insert into form_submissions (site_id, id, form_id, form_version, data, client, is_spam, created_at)
      select
        forms.site_id, ${ids.next()}::uuid, forms.id, forms.version, ${JSON.stringify(data)}::json, ${truncatedClient(client)}::text,
        ${isSpam}::boolean, ${now}::timestamptz
      from forms
      where forms.site_id = ${siteId} and forms.id = ${form.id} and forms.version = ${form.version}
      for key share
      returning id`;
    if (!storedSubmission) return false;
    for (const { id, fileId, name } of files) {
      if (!(await useFile(tx, siteId, fileId, now))) throw beingRemoved();
      await tx`
        insert into form_submission_files (site_id, id, submission_id, file_id, name)
        values (${siteId}, ${id}, ${storedSubmission.id}, ${fileId}, ${name})`;
    }
    if (!isSpam) await recordSubmission(tx, { now, ids }, { siteId, id: storedSubmission.id, form: form.slug, data });
    if (isTold) await addToOutbox(tx, { now, ids }, sendFormMail, { siteId, submissionId: storedSubmission.id });
    return true;
  });
}

async function recordSubmission(
  tx: Sql,
  ctx: WriteContext,
  { siteId, id, form, data }: { siteId: string; id: string; form: string; data: object },
): Promise<void> {
  await recordWebhookEvents(tx, ctx, siteId, [
    { type: "form.submitted", data: { id, form }, personal: async () => ({ fields: { ...data } }) },
  ]);
}
