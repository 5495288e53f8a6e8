import { canonicalEmail } from "./email-address.ts";
import { ProblemError, validationFailed } from "./problem.ts";

/** The address of a body's member as it is stored, or `validation_failed`. */
export function givenEmail(text: string, name: string): string {
  const email = canonicalEmail(text);
  if (email !== undefined) return email;
  const errors = [{ path: `/${name}`, code: "format", message: "must be an e-mail address" }];
  throw new ProblemError(validationFailed, { detail: `${name} must be an e-mail address`, errors });
}
