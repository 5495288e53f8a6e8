import { Argument } from "commander";
import { personOf } from "./person.ts";
import { CommandError } from "../../../lib/cli/command.ts";

/** The person of a command, as typed. */
export const personArgument = new Argument("<person>", "an e-mail address, or the id of an account");

/** The person of a command: an address, or the id of an account. */
export interface PersonInput {
  slug: string;
  person: string;
}

export function givenPerson(text: string): NonNullable<ReturnType<typeof personOf>> {
  const person = personOf(text);
  if (!person) throw new CommandError("Name a customer by an e-mail address, or by the id that `vitrine customer list` shows.");
  return person;
}

export function nothingHeld({ slug }: PersonInput): CommandError {
  return new CommandError(`The site "${slug}" holds nothing about this person. \`vitrine customer list ${slug}\` shows its customers.`);
}
