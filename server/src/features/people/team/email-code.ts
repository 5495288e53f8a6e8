import { invalidMember } from "../../../lib/http/problem.ts";
import type { CodeUse } from "../../../lib/secrets/mailed-code.ts";

/** Three mails an hour with five tries each find none in a lifetime. */
export const emailCodeLength = 8;

/** The use of a code for a new address: it is good for the account that wants it and for that address together. */
export function emailCode({ adminId, email }: { adminId: string; email: string }): CodeUse {
  return { purpose: "vitrine/admin-email-code", place: `${adminId} ${email}` };
}

/** The digits of a typed code, with blanks or hyphens between them or without. Throws `validation_failed`, which costs no try. */
export function givenEmailCode(text: string): string {
  const typed = text.replace(/[\s-]/g, "");
  if (/^\d{8}$/.test(typed)) return typed;
  throw invalidMember("/code", "format", `must be ${emailCodeLength} digits`);
}
