import type { CustomerAddress } from "@vitrine/client";

/** An address as the visitor typed it. */
export interface EnteredAddress {
  name: string;
  company: string;
  line1: string;
  line2: string;
  postalCode: string;
  city: string;
}

const members = ["name", "company", "line1", "line2", "postalCode", "city"] as const;

const noAddress: EnteredAddress = { name: "", company: "", line1: "", line2: "", postalCode: "", city: "" };

/** The address in a form; empty texts for what is missing. */
export function addressIn(form: FormData): EnteredAddress {
  const entries = members.map((member) => {
    const value = form.get(member);
    return [member, typeof value === "string" ? value.trim() : ""] as const;
  });
  return { ...noAddress, ...Object.fromEntries(entries) };
}

/** A stored address, for a form to begin with. */
export function enteredAddress(stored: CustomerAddress["address"] | undefined): EnteredAddress {
  return { ...noAddress, ...Object.fromEntries(members.map((member) => [member, stored?.[member] ?? ""])) };
}

/** The address as an order takes it: without the members that are empty. */
export function filledMembers(address: EnteredAddress): Partial<EnteredAddress> {
  return Object.fromEntries(members.flatMap((member) => (address[member] ? [[member, String(address[member]).slice(0, 200)]] : [])));
}
