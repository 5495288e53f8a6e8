import { Type, type Static } from "typebox";
import { invalidMember } from "../../../lib/http/problem.ts";

const Text = (description: string, maxLength = 200) => Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** A postal address. Only the country is required: a shop of downloads needs no street. */
export const Address = Type.Object(
  {
    name: Text("The recipient."),
    company: Text("The recipient's company."),
    line1: Text("Street and number."),
    line2: Text("More of the address, such as a floor."),
    postalCode: Text("As the country writes it.", 20),
    city: Text("City or town."),
    region: Text("State, province or region."),
    country: Type.String({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1, two letters.", examples: ["DE"] }),
    phone: Text("For the carrier.", 50),
  },
  { additionalProperties: false },
);
export type Address = Static<typeof Address>;

const countries = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
/** Codes that Intl names, and that are no country: of groups of countries, and of nowhere. */
const others = new Set(["EU", "EZ", "UN", "XA", "XB", "ZZ"]);

/** The address with its country in capitals. Throws `validation_failed` if there is no such country; `member` names the address in the body. */
export function canonicalAddress(address: Address, member: string): Address {
  const country = address.country.toUpperCase();
  if (others.has(country) || countries.of(country) === undefined) {
    throw invalidMember(`/${member}/country`, "country", "must be a country of ISO 3166-1, such as DE");
  }
  return { ...address, country };
}
