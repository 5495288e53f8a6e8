import { invalidMember } from "../../../lib/http/problem.ts";
import type { CodeUse } from "../../../lib/secrets/mailed-code.ts";
import { codeLength } from "./challenge.ts";

/** The use of the code of a challenge, in one generation only. */
export function signupCode({ id, generation }: { id: string; generation: number }): CodeUse {
  return { purpose: "vitrine/signup-code", place: `${id} ${generation}` };
}

/** The digits of a typed code, which may contain blanks and a hyphen between them; or `validation_failed`, which costs no attempt. */
export function givenCode(text: string): string {
  const digits = text.replace(/\s/g, "").replace(/^(\d+)-(\d+)$/, "$1$2");
  if (/^\d{6}$/.test(digits)) return digits;
  throw invalidMember("/code", "format", `must be ${codeLength} digits`);
}
