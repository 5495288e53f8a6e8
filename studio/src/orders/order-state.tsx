import type { ListedOrder } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { Badge, type Tone } from "../parts/badge.tsx";

const tones: Readonly<Record<ListedOrder["status"], Tone>> = {
  PENDING: "warn",
  PAID: "good",
  FULFILLED: "plain",
  CANCELLED: "plain",
  PARTIALLY_REFUNDED: "accent",
  REFUNDED: "accent",
};

/** How far an order is: its money, and what of it was sent. */
export function OrderState({ order }: { order: Pick<ListedOrder, "status" | "fulfilment" | "paidAt"> }) {
  const { status, fulfilment, paidAt } = order;
  const { orders } = shopTexts;
  const isToSend = paidAt !== null && fulfilment !== "FULFILLED" && (status === "PAID" || status === "PARTIALLY_REFUNDED");
  return (
    <>
      <Badge tone={tones[status]}>{orders.statuses[status]}</Badge>
      {isToSend && <Badge tone="warn">{orders.sending[fulfilment]}</Badge>}
      {status === "PARTIALLY_REFUNDED" && fulfilment === "FULFILLED" && <Badge>{orders.sending.FULFILLED}</Badge>}
    </>
  );
}
