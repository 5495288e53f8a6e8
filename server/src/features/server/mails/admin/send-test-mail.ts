import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Accepted } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, invalidMembers, tooMany, type ProblemError } from "../../../../lib/http/problem.ts";
import { countGlobalAttempt } from "../../../../lib/limits/attempts.ts";
import { MailText, mailTextErrors } from "../../../../lib/mails/mail-text.ts";
import { MailTextUnusable } from "../../../../lib/mails/render-mail-text.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { listLocale, LocaleParameter, localeUnsupported } from "../../../../lib/text/locale.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { mailKindAt, mailKindNotFound, MailParams, mailsBase } from "../mail-address.ts";
import { readMailSite } from "../mail-site.ts";
import { showSampleMail } from "../sample-mails.ts";
import { sendTestMailTask } from "../tasks/test-mail.ts";

/** One person needs no more proofs; a stolen session must not flood their mailbox. */
const testMailLimit = { max: 10, windowSeconds: 60 * 60 };

const Body = Type.Object(
  {
    locale: Type.Optional(LocaleParameter),
    subject: Type.Optional(MailText.properties.subject),
    body: Type.Optional(MailText.properties.body),
  },
  { additionalProperties: false },
);

/** Sends a mail of a site with sample values to the person who asks. */
export const sendTestMail = operation(
  {
    id: "sendTestMail",
    method: "POST",
    path: `${mailsBase}/{kind}/test`,
    access: "member",
    permission: "settings:write",
    cors: "closed",
    problems: [mailKindNotFound, localeUnsupported],
    tags: ["Mails"],
    summary: "Send yourself a mail as a test",
    description:
      "The mail has sample values and goes to the address of your account, with `[Test]` before its subject. Send `subject` and `body` together to try a text that is not stored; the " +
      `rules of stored texts hold. At most ${testMailLimit.max} in an hour.`,
    params: MailParams,
    body: Body,
    response: { 202: Accepted },
  },
  ({ sql, clock, ids, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "publicUrl">) =>
    async (request) => {
      const { admin, body } = request;
      const kind = mailKindAt(request.params.kind);
      const site = await readMailSite(sql, request.site.id);
      const locale = listLocale(site, body.locale);
      const text = textOf(body);
      const errors = text ? mailTextErrors(kind, text) : [];
      if (errors.length > 0) throw invalidMembers(errors);
      if (text) refuseEmpty(() => showSampleMail(site, publicUrl, kind, locale, text));
      const ctx = { now: clock.now(), ids };
      const counted = await countGlobalAttempt(sql, `test mails of ${admin.id}`, testMailLimit, ctx.now);
      if (!counted.allowed) throw tooMany(counted.retryAfterSeconds);
      await sql.begin(async (tx) => {
        const payload = { siteId: request.site.id, adminId: admin.id, mail: kind, locale, ...(text && { text }) };
        await addToOutbox(tx, ctx, sendTestMailTask, payload);
        const target = { type: "mail", id: kind, locale };
        await recordChange(tx, ctx, { actor: actorOf(request), action: "sendTestMail", siteId: request.site.id, target });
      });
      return { data: { accepted: true as const } };
    },
);

function textOf({ subject, body }: { subject?: string; body?: string }): MailText | undefined {
  if (subject === undefined && body === undefined) return undefined;
  if (subject === undefined) throw together("/subject", "body");
  if (body === undefined) throw together("/body", "subject");
  return { subject, body };
}

/** A text may have nothing but placeholders, all of which have no value. */
function refuseEmpty(render: () => unknown): void {
  try {
    render();
  } catch (error) {
    if (error instanceof MailTextUnusable) throw invalidMember("/body", "empty", "leaves an empty mail: write more than placeholders");
    throw error;
  }
}

function together(path: string, other: string): ProblemError {
  return invalidMember(path, "required", `is missing: send it together with ${other}`);
}
