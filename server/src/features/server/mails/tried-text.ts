import { Type } from "typebox";
import { invalidMember, invalidMembers, type ProblemError } from "../../../lib/http/problem.ts";
import type { MailKind } from "../../../lib/mails/mail-kinds.ts";
import { MailText, mailTextErrors } from "../../../lib/mails/mail-text.ts";
import { MailTextUnusable } from "../../../lib/mails/render-mail-text.ts";
import { LocaleParameter } from "../../../lib/text/locale.ts";

/** The members of a body that tries a text which is not stored. */
export const TriedText = {
  locale: Type.Optional(LocaleParameter),
  subject: Type.Optional(MailText.properties.subject),
  body: Type.Optional(MailText.properties.body),
};

/** The text to try; undefined: the one that is sent now. Throws `validation_failed` by the rules of stored texts. */
export function triedTextOf(kind: MailKind, { subject, body }: { subject?: string; body?: string }): MailText | undefined {
  if (subject === undefined && body === undefined) return undefined;
  if (subject === undefined) throw together("/subject", "body");
  if (body === undefined) throw together("/body", "subject");
  const text = { subject, body };
  const errors = mailTextErrors(kind, text);
  if (errors.length > 0) throw invalidMembers(errors);
  return text;
}

/** A text may have nothing but placeholders, all of which have no value. */
export function refuseEmpty<Shown>(render: () => Shown): Shown {
  try {
    return render();
  } catch (error) {
    if (error instanceof MailTextUnusable) throw invalidMember("/body", "empty", "leaves an empty mail: write more than placeholders");
    throw error;
  }
}

function together(path: string, other: string): ProblemError {
  return invalidMember(path, "required", `is missing: send it together with ${other}`);
}
