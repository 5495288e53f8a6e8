import { Type, type Static } from "typebox";
import { invalidMember } from "../../../lib/http/problem.ts";
import { canonicalCountry, countryName } from "../../../lib/text/country.ts";
import { plainLine } from "../../../lib/text/mail-layout.ts";
import type { PayerAddress } from "../../../ports/processor.ts";

const longest = { name: 200, company: 200, line1: 200, line2: 200, postalCode: 20, city: 200, region: 200, phone: 50 };
const Text = (name: keyof typeof longest, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: longest[name], description }));

/** A postal address. Only the country is required: a shop of downloads needs no street. */
export const Address = Type.Object(
  {
    name: Text("name", "The recipient."),
    company: Text("company", "The recipient's company."),
    line1: Text("line1", "Street and number."),
    line2: Text("line2", "More of the address, such as a floor."),
    postalCode: Text("postalCode", "As the country writes it."),
    city: Text("city", "City or town."),
    region: Text("region", "State, province or region."),
    country: Type.String({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1, two letters.", examples: ["DE"] }),
    phone: Text("phone", "For the carrier."),
  },
  { additionalProperties: false },
);
export type Address = Static<typeof Address>;

/** The address with its country in its canonical form. Throws `validation_failed` if there is no such country; `member` names the address in the body. */
export function canonicalAddress(address: Address, member: string): Address {
  const country = canonicalCountry(address.country);
  if (country === undefined) {
    throw invalidMember(`/${member}/country`, "country", "must be a country of ISO 3166-1, such as DE");
  }
  return { ...address, country };
}

/** The address that a payer entered at the processor; null without a country that exists. Longer texts are cut off. */
export function addressOfPayer({ country: code, ...rest }: PayerAddress): Address | null {
  const country = canonicalCountry(code ?? "");
  if (country === undefined) return null;
  const address: Address = { country };
  for (const [name, text] of Object.entries(rest) as [Exclude<keyof PayerAddress, "country">, string | null][]) {
    const plain = plainLine(text ?? "", longest[name]);
    if (plain !== "") address[name] = plain;
  }
  return address;
}

/** The lines of a label, without the phone number; the country's name in the language. */
export function addressLines({ name, company, line1, line2, postalCode, city, region, country }: Address, language: string): string[] {
  const place = [postalCode, city].filter((part) => part !== undefined).join(" ");
  return [name, company, line1, line2, place, region, countryName(country, language)].filter(
    (line) => line !== undefined && line !== "",
  ) as string[];
}
