import { badParameter, type Json } from "./errors.ts";

/** An address as the payer enters it on the page, with Stripe's names. */
export interface PostalAddress {
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postal_code: string | null;
  /** Two capitals. */
  country: string;
}

/**
 * Those of ISO 3166-1 to which Stripe's page does not ship.
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-shipping_address_collection-allowed_countries
 */
const unsupported = new Set(["AS", "CC", "CU", "CX", "FM", "HM", "IR", "KP", "MH", "MP", "NF", "PW", "SY", "UM", "VI"]);

export function isShippable(country: string): boolean {
  return /^[A-Z]{2}$/.test(country) && !unsupported.has(country);
}

/** The address in texts by name. Undefined: something is missing, or the shop does not send there. */
export function addressIn(entries: Readonly<Record<string, unknown>>, countries: readonly string[]): PostalAddress | undefined {
  const text = (name: keyof PostalAddress) => {
    const entry = entries[name];
    return typeof entry === "string" && entry.trim() !== "" ? entry.trim() : null;
  };
  const [name, line1, city, country] = [text("name"), text("line1"), text("city"), text("country")];
  if (name === null || line1 === null || city === null || country === null || !countries.includes(country)) return undefined;
  return { name, line1, line2: text("line2"), city, state: text("state"), postal_code: text("postal_code"), country };
}

/** The address that a test sends along, or one that will do for a session. `shippingCountries`: of the session; null if it asks for no address. */
export function addressFor(shippingCountries: readonly string[] | null, entries: unknown): PostalAddress | null {
  if (!shippingCountries) return null;
  const sample = {
    name: "Ada Lovelace",
    line1: "1 Sample Street",
    city: "Sampletown",
    postal_code: "12345",
    country: shippingCountries[0],
  };
  const address = addressIn(typeof entries === "object" && entries !== null ? (entries as Json) : sample, shippingCountries);
  if (!address) throw badParameter("The address is incomplete, or in a country to which the shop does not send.", "address");
  return address;
}
