import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Accepted } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tooMany } from "../../../../lib/http/problem.ts";
import { countGlobalAttempt } from "../../../../lib/limits/attempts.ts";
import { addToOutbox } from "../../../../lib/tasks/outbox.ts";
import { listLocale, localeUnsupported } from "../../../../lib/text/locale.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { mailKindAt, mailKindNotFound, MailParams, mailsBase } from "../mail-address.ts";
import { readMailSite } from "../mail-site.ts";
import { showSampleMail } from "../sample-mails.ts";
import { sendTestMailTask } from "../tasks/test-mail.ts";
import { refuseEmpty, TriedText, triedTextOf } from "../tried-text.ts";

/** One person needs no more proofs; a stolen session must not flood their mailbox. */
const testMailLimit = { max: 10, windowSeconds: 60 * 60 };

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
    body: Type.Object(TriedText, { additionalProperties: false }),
    response: { 202: Accepted },
  },
  ({ sql, clock, ids, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "publicUrl">) =>
    async (request) => {
      const { admin, body } = request;
      const kind = mailKindAt(request.params.kind);
      const site = await readMailSite(sql, request.site.id);
      const locale = listLocale(site, body.locale);
      const text = triedTextOf(kind, body);
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
