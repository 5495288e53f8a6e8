import { Type, type Static } from "typebox";
import { Instant, Uuid } from "../../../lib/http/envelope.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql, Transaction } from "../../../ports/database.ts";
import { Address, canonicalAddress } from "../orders/index.ts";

/** A customer has no more addresses. */
export const mostAddresses = 20;

export const addressNotFound = problem("address_not_found", 404, "Address not found");
export const addressesFull = problem("addresses_full", 409, `A customer has at most ${mostAddresses} addresses`);

const defaults = {
  isShippingDefault: Type.Boolean({ description: "Orders usually go there. One address at most has it." }),
  isBillingDefault: Type.Boolean({ description: "Invoices usually go there. One address at most has it." }),
};

/** An address in a customer's address book. */
export const CustomerAddress = Type.Object(
  { id: Uuid, address: Address, ...defaults, createdAt: Instant, updatedAt: Instant },
  { $id: "CustomerAddress", additionalProperties: false },
);
export type CustomerAddress = Static<typeof CustomerAddress>;

/** An address as a customer sends it. An absent default is false. */
export const AddressBody = Type.Object({
  address: Address,
  isShippingDefault: Type.Optional(defaults.isShippingDefault),
  isBillingDefault: Type.Optional(defaults.isBillingDefault),
});
export type AddressBody = Static<typeof AddressBody>;

/** The addresses of a customer, the oldest first. */
export async function readAddresses(sql: Sql, siteId: string, customerId: string): Promise<CustomerAddress[]> {
  const rows = await sql<Omit<CustomerAddress, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date }>`
    select
      id, address, is_shipping_default as "isShippingDefault", is_billing_default as "isBillingDefault",
      created_at as "createdAt", updated_at as "updatedAt"
    from customer_addresses
    where site_id = ${siteId} and customer_id = ${customerId}
    order by id`;
  return rows.map(({ createdAt, updatedAt, ...rest }) => ({
    ...rest,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** All addresses as one page. */
export function addressList(addresses: CustomerAddress[]) {
  return { data: addresses, page: 1, pageSize: Math.max(addresses.length, 1), total: addresses.length };
}

/**
 * Adds an address, or replaces the one with the ID. A default that it has is taken from the others. Throws `address_not_found`, `addresses_full`, or
 * `validation_failed` for an unknown country.
 */
export async function saveAddress(
  tx: Transaction,
  { now, ids }: WriteContext,
  siteId: string,
  customerId: string,
  { id, body }: { id: string | null; body: AddressBody },
): Promise<CustomerAddress> {
  const address = canonicalAddress(body.address, "address");
  const { isShippingDefault = false, isBillingDefault = false } = body;
  const stored = await lockAddresses(tx, siteId, customerId);
  if (id !== null && !stored.includes(id)) throw new ProblemError(addressNotFound);
  if (id === null && stored.length >= mostAddresses) {
    throw new ProblemError(addressesFull, { detail: `The customer has ${stored.length} addresses. Remove one first.` });
  }
  if (isShippingDefault || isBillingDefault) {
    await tx`
      update customer_addresses set
        is_shipping_default = is_shipping_default and not ${isShippingDefault}::boolean,
        is_billing_default = is_billing_default and not ${isBillingDefault}::boolean
      where site_id = ${siteId} and customer_id = ${customerId}`;
  }
  const savedId = id ?? ids.next();
  await tx`
    insert into customer_addresses (
      site_id, id, customer_id, address, is_shipping_default, is_billing_default, created_at, updated_at
    )
    values (
      ${siteId}, ${savedId}, ${customerId}, ${JSON.stringify(address)}::json, ${isShippingDefault}, ${isBillingDefault}, ${now}, ${now}
    )
    on conflict (site_id, id) do update set
      address = excluded.address, is_shipping_default = excluded.is_shipping_default, is_billing_default = excluded.is_billing_default,
      updated_at = excluded.updated_at`;
  const saved = (await readAddresses(tx, siteId, customerId)).find((one) => one.id === savedId);
  if (!saved) throw new Error("An address vanished while it was saved.");
  return saved;
}

/** Removes an address. Throws `address_not_found`. */
export async function removeAddress(sql: Sql, siteId: string, customerId: string, id: string): Promise<void> {
  const removed = isUuid(id)
    ? await sql<{ id: string }>`
        delete from customer_addresses where site_id = ${siteId} and customer_id = ${customerId} and id = ${id} returning id`
    : [];
  if (removed.length === 0) throw new ProblemError(addressNotFound);
}

/** The IDs of a customer's addresses, which nobody else adds to until the transaction ends. */
async function lockAddresses(tx: Transaction, siteId: string, customerId: string): Promise<string[]> {
  await tx`select id from customers where site_id = ${siteId} and id = ${customerId} for no key update`;
  const rows = await tx<{ id: string }>`select id from customer_addresses where site_id = ${siteId} and customer_id = ${customerId}`;
  return rows.map(({ id }) => id);
}
