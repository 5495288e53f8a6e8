/** An address as the visitor typed it. */
export interface EnteredAddress {
  name: string;
  line1: string;
  postalCode: string;
  city: string;
}

const members = ["name", "line1", "postalCode", "city"] as const;

export const noAddress: EnteredAddress = { name: "", line1: "", postalCode: "", city: "" };

/** The address in a form; empty texts for what is missing. */
export function addressIn(form: FormData): EnteredAddress {
  const entries = members.map((member) => {
    const value = form.get(member);
    return [member, typeof value === "string" ? value.trim() : ""] as const;
  });
  return { ...noAddress, ...Object.fromEntries(entries) };
}

/** The address as an order takes it: without the members that are empty. */
export function filledMembers(address: EnteredAddress): Partial<EnteredAddress> {
  return Object.fromEntries(members.flatMap((member) => (address[member] ? [[member, String(address[member]).slice(0, 200)]] : [])));
}
