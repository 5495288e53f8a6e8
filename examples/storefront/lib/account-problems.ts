import type { Messages } from "@/messages";

/** The failure as a sentence in the visitor's language. Codes that a newer server adds get the general sentence. */
export function accountProblem(
  { code, errors }: { code: string; errors: readonly { path: string }[] },
  words: Messages["accountPages"],
): string {
  switch (code) {
    case "invalid_credentials":
      return words.invalidCredentials;
    case "email_taken":
      return words.emailTaken;
    case "email_not_verified":
      return words.emailNotVerified;
    case "token_invalid":
      return words.linkInvalid;
    case "rate_limited":
      return words.tooMany;
    case "validation_failed":
      if (errors.some(({ path }) => /password/i.test(path))) return words.weakPassword;
      return errors.some(({ path }) => path === "/email") ? words.invalidEmail : words.checkFields;
    default:
      return words.failed;
  }
}
