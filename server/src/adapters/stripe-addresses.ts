import { Type, type Static, type TObject, type TSchema } from "typebox";
import type { PayerAddress, PayerAddresses } from "../ports/processor.ts";

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const Text = maybe(Type.String());
const StripeAddress = Type.Object({ line1: Text, line2: Text, postal_code: Text, city: Text, state: Text, country: Text });
const Named = Type.Object({ name: Text, address: maybe(StripeAddress) });

/**
 * The members of a checkout session with what the payer entered. Versions of the API before 2025-03-31 have `shipping_details` in the session itself.
 * https://docs.stripe.com/api/checkout/sessions/object
 */
export const sessionAddresses = {
  billing_address_collection: Text,
  collected_information: maybe(Type.Object({ shipping_details: maybe(Named) })),
  shipping_details: maybe(Named),
  customer_details: maybe(Type.Object({ ...Named.properties, email: Text })),
};
type Session = Static<TObject<typeof sessionAddresses>>;

/** The addresses that the session's page asked for; undefined: it has none. */
export function addressesOf(session: Session): PayerAddresses | undefined {
  const shipping = addressOf(session.collected_information?.shipping_details ?? session.shipping_details);
  // Without this setting, the page asks for no more than a card needs, such as a postal code.
  const billing = session.billing_address_collection === "required" ? addressOf(session.customer_details) : null;
  return shipping === null && billing === null ? undefined : { shipping, billing };
}

function addressOf(named: Static<typeof Named> | null | undefined): PayerAddress | null {
  if (!named?.address) return null;
  const { line1 = null, line2 = null, postal_code: postalCode = null, city = null, state: region = null, country = null } = named.address;
  return { name: named.name ?? null, line1, line2, postalCode, city, region, country };
}
