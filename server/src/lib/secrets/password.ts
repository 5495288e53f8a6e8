import { Type } from "typebox";
import { invalidMember } from "../http/problem.ts";

export const minPasswordLength = 8;
export const maxPasswordLength = 200;

/** A new password. No rules of composition (NIST SP 800-63B §3.1.1.2), but not one of the commonest. */
export const NewPassword = Type.String({
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
  description: "8 to 200 characters; not one of the commonest, not the e-mail address.",
});

/** A password to check. Any that was ever accepted fits; a longer one is not worth hashing. */
export const GivenPassword = Type.String({ maxLength: 1_024 });

/** The same characters however a keyboard composed them (NIST SP 800-63B §3.1.1.2). */
export function normalPassword(password: string): string {
  return password.normalize("NFKC");
}

/** Whether an attacker would try it first: a word of the list, with digits or signs at its end or without, or the address itself. */
export function isCommonPassword(password: string, email: string | undefined): boolean {
  const folded = normalPassword(password).toLowerCase();
  // No word of the list is that long, and the expression would be slow.
  const stem = folded.length > 100 ? folded : folded.replace(/[\d\W_]+$/u, "");
  const isRun = /^(.)\1+$/u.test(folded) || "01234567890123456789".includes(folded) || "98765432109876543210".includes(folded);
  return isRun || common.has(folded) || common.has(stem) || folded === email || folded === email?.split("@", 1)[0];
}

/** Throws `validation_failed` for a common password. */
export function refuseCommonPassword(password: string, email: string | undefined, path: string): void {
  if (isCommonPassword(password, email)) throw invalidMember(path, "too_common", "is too common: choose another one");
}

const common = new Set([
  ...["password", "passwort", "passw0rd", "p@ssword", "p@ssw0rd", "senha", "qwerty", "qwertz", "qwertyuiop", "qwertzuiop", "azerty"],
  ...["asdfghjk", "asdfghjkl", "zxcvbnm", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "qazwsxedc", "q1w2e3r4", "abcdefgh", "abcdefghi", "abcd"],
  ...["iloveyou", "ichliebedich", "hallo", "hallohallo", "letmein", "welcome", "willkommen", "bemvindo", "changeme", "default", "secret"],
  ...["geheim", "segredo", "admin", "administrator", "root", "user", "guest", "test", "testtest", "login", "master", "monkey", "dragon"],
  ...["football", "fussball", "futebol", "baseball", "superman", "batman", "pokemon", "sunshine", "princess", "princesa", "shadow"],
  ...["michael", "jessica", "charlie", "starwars", "computer", "internet", "samsung", "google", "facebook", "whatever", "trustno", "abc"],
  ...["summer", "sommer", "winter", "spring", "autumn", "herbst", "january", "januar", "december", "dezember", "monday", "montag"],
]);
