import { Type, type Static } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { sendSiteMail } from "../../../../lib/mails/send-site-mail.ts";
import { task } from "../../../../lib/tasks/task.ts";
import type { Sql } from "../../../../ports/database.ts";
import { replyAddressOf } from "../form-fields.ts";
import { pathOfFile } from "../form-address.ts";
import { formSiteMail } from "../form-mail.ts";
import type { Schema } from "../form-members.ts";
import { recipientsOf, type NotifySettings } from "../recipients.ts";

const Payload = Type.Object({
  siteId: Type.String(),
  submissionId: Type.String(),
  /** From an older version, which wrote a row for each recipient. */
  to: Type.Optional(Type.String()),
});
/**
 * Tells the site's present recipients about a submission, in one email, if it still exists and the site still has forms. Few may wait:
 * anybody can submit, the submissions are stored, and nobody reads five hundred emails.
 */
export const sendFormMail = task(
  { name: "form-mail", lane: "notices", waitingPerSite: 500, payload: Payload },
  (deps: Pick<Deps, "sql" | "log" | "mailer" | "mailFrom" | "publicUrl">) => async (payload) => {
    const submission = await readSubmission(deps.sql, payload);
    if (!submission) return;
    const to = recipientsOf(submission).filter((address) => payload.to === undefined || payload.to === address);
    const replyTo = replyAddressOf(submission.schema, submission.data);
    const at = { siteSlug: submission.siteSlug, slug: submission.formSlug, id: payload.submissionId };
    const fileUrl = (fileId: string) => deps.publicUrl + pathOfFile({ ...at, fileId });
    const mail = formSiteMail({ ...submission, fileUrl, replyTo });
    await sendSiteMail(deps, payload.siteId, submission, mail, { to, texts: submission.ownTexts, replyTo });
  },
);

interface SubmissionToTell extends NotifySettings {
  siteSlug: string;
  formSlug: string;
  siteName: string;
  locale: string;
  senderName: string | null;
  /** The site's own texts of this mail, by locale. */
  ownTexts: unknown;
  formName: string;
  schema: Schema;
  data: Record<string, unknown>;
  submittedAt: Date;
}

async function readSubmission(sql: Sql, { siteId, submissionId }: Static<typeof Payload>): Promise<SubmissionToTell | undefined> {
  const [submission] = await sql<SubmissionToTell>`
    select
      sites.slug as "siteSlug",
      forms.slug as "formSlug",
      sites.name as "siteName",
      sites.default_locale as locale,
      sites.settings #>> '{mail,senderName}' as "senderName",
      sites.settings #> '{mails,form-notice}' as "ownTexts",
      sites.settings #> '{forms,notify}' as "siteNotify",
      plugins.config -> 'notify' as "pluginNotify",
      forms.name as "formName",
      forms.schema,
      form_submissions.data,
      form_submissions.created_at as "submittedAt"
    from form_submissions
    join forms on forms.site_id = form_submissions.site_id and forms.id = form_submissions.form_id
    join sites on sites.id = form_submissions.site_id
    left join plugins on plugins.site_id = form_submissions.site_id and plugins.plugin = 'svc.forms'
    where form_submissions.site_id = ${siteId} and form_submissions.id = ${submissionId}
      and not form_submissions.is_spam
      and sites.suspended_at is null
      and plugins.enabled is distinct from false`;
  return submission;
}
