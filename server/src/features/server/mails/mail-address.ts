import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import { mailKinds, mailKindNames, type MailKind } from "../../../lib/mails/mail-kinds.ts";

export const mailKindNotFound = problem("mail_kind_not_found", 404, "The site sends no mail of this kind");

export const mailsBase = `${siteBase}/mails`;
export const MailParams = Type.Object({
  ...siteSlug,
  kind: Type.String({ description: `The kind of the mail: ${mailKindNames.join(", ")}.`, examples: ["order-paid"] }),
});

/** Throws `mail_kind_not_found`. */
export function mailKindAt(kind: string): MailKind {
  if (!Object.hasOwn(mailKinds, kind)) throw new ProblemError(mailKindNotFound);
  return kind as MailKind;
}
