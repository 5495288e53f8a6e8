import { Type } from "typebox";
import { invalidMember } from "../../../../lib/http/problem.ts";
import { normalRecoveryCode } from "./recovery-codes.ts";

/** A code of an authenticator app. Blanks and hyphens in it do not count. */
export const TotpCode = Type.String({ maxLength: 50, examples: ["492 039"] });
/** The same, or a recovery code. */
export const SecondFactorCode = Type.String({ maxLength: 50, examples: ["492 039", "k7qz-m2p9-x4ht-w8rc"] });

export type GivenCode = { is: "TOTP" | "RECOVERY_CODE"; code: string };

/** Throws `validation_failed` for a text of another form, which costs no try. */
export function givenTotpCode(text: string): string {
  const code = withoutBreaks(text);
  if (/^\d{6}$/.test(code)) return code;
  throw invalidMember("/code", "format", "must be 6 digits");
}

/** The same for a code of either kind: they differ in their length. */
export function givenCode(text: string): GivenCode {
  const code = withoutBreaks(text);
  if (/^\d{6}$/.test(code)) return { is: "TOTP", code };
  const recoveryCode = normalRecoveryCode(code);
  if (recoveryCode !== undefined) return { is: "RECOVERY_CODE", code: recoveryCode };
  throw invalidMember("/code", "format", "must be 6 digits, or a recovery code");
}

function withoutBreaks(text: string): string {
  return text.replace(/[\s-]/g, "");
}
