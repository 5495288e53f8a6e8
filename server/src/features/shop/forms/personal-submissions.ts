import { commonPart, mentionOf } from "../../../lib/text/addresses-in.ts";
import { removeTasks } from "../../../lib/tasks/outbox.ts";
import { noUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { eraseFromWebhookEvents } from "../../server/webhooks/index.ts";
import { sendFormMail } from "./tasks/form-mail.ts";

/** A visitor's submission of a form. `network` is the client address without its last part. */
export interface PersonalSubmission {
  id: string;
  form: string;
  submittedAt: string;
  version: number;
  isSpam: boolean;
  network: string;
  data: Record<string, unknown>;
}

// Of some 256 KiB each.
const readAtOnce = 16;

/**
 * Submissions of a site that contain an address, one after the other. `isOwn`: a field is the address, as it is or in another spelling.
 * Otherwise it stands among other words, which may be another person's.
 */
export async function* submissionsWith(
  sql: Sql,
  siteId: string,
  email: string,
): AsyncGenerator<{ submission: PersonalSubmission; isOwn: boolean }, void> {
  for (let after = noUuid; ;) {
    const rows = await sql<Omit<PersonalSubmission, "submittedAt"> & { createdAt: Date }>`
      select
        form_submissions.id,
        forms.slug as form,
        form_submissions.created_at as "createdAt",
        form_submissions.form_version as version,
        form_submissions.is_spam as "isSpam",
        form_submissions.client as network,
        form_submissions.data
      from form_submissions
      join forms on forms.site_id = form_submissions.site_id and forms.id = form_submissions.form_id
      where form_submissions.site_id = ${siteId} and form_submissions.id > ${after}
        and strpos(lower(form_submissions.data::text), ${commonPart(email)}) > 0
      order by form_submissions.id
      limit ${readAtOnce}`;
    for (const { createdAt, ...row } of rows) {
      const mention = mentionOf(row.data, email);
      if (mention) yield { submission: { ...row, submittedAt: createdAt.toISOString() }, isOwn: mention === "is" };
      after = row.id;
    }
    if (rows.length < readAtOnce) return;
  }
}

/** Removes submissions, and their emails. Resolves with the number of submissions and emails. */
export async function removeSubmissions(tx: Sql, siteId: string, ids: readonly string[]): Promise<{ submissions: number; mails: number }> {
  const mails = await removeTasks(tx, sendFormMail, siteId, { submissionId: ids });
  await eraseFromWebhookEvents(tx, siteId, { submissions: ids });
  const submissions = await tx<{ id: string }>`
    delete from form_submissions where site_id = ${siteId} and id = any (${ids}::uuid[]) returning id`;
  return { submissions: submissions.length, mails };
}
