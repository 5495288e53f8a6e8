import type { ListedCustomer } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { Badge } from "../parts/badge.tsx";

/** Whether the customer may sign in, and has confirmed the address. */
export function CustomerState({ customer }: { customer: Pick<ListedCustomer, "blockedAt" | "emailVerified"> }) {
  const { customers } = shopTexts;
  return (
    <>
      {customer.blockedAt !== null && <Badge tone="bad">{customers.blocked}</Badge>}
      {customer.emailVerified ? <Badge>{customers.confirmed}</Badge> : <Badge tone="warn">{customers.unconfirmed}</Badge>}
    </>
  );
}
