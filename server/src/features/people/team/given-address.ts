import { CommandError } from "../../../lib/cli/command.ts";
import { canonicalEmail } from "../../../lib/text/email-address.ts";

/** The address of a command's argument, in its stored form. */
export function givenAddress(text: string): string {
  const email = canonicalEmail(text);
  if (email === undefined) throw new CommandError(`"${text}" is not an e-mail address.`);
  return email;
}

export function noAccount(email: string): CommandError {
  return new CommandError(`There is no account with the address ${email}.`);
}
