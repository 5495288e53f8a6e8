import { Type } from "typebox";
import { Format } from "typebox/format";
import { canonicalEmail } from "./email-address.ts";
import { invalidMember, problem } from "../http/problem.ts";

export const emailTaken = problem("email_taken", 409, "An account with this e-mail address already exists");

// Checked with the rest of a body, so that a wrong address is reported beside the other errors. JSON Schema 2020-12, §7.3.2.
Format.Set("idn-email", (text) => canonicalEmail(text) !== undefined);

/** As typed. `canonicalEmail` decides its stored form. */
export const Email = Type.String({
  format: "idn-email",
  maxLength: 320,
  description: "Trimmed and lower-cased; ASCII before the @, an international domain is turned into punycode. At most 254 then.",
  examples: ["ada@example.com"],
});

/** The address in a body's member, in its stored form, or `validation_failed`. */
export function givenEmail(text: string, name: string): string {
  const email = canonicalEmail(text);
  if (email !== undefined) return email;
  throw invalidMember(`/${name}`, "format", "must be an e-mail address");
}
