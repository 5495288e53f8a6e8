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

type Progress = Pick<ListedOrder, "status" | "fulfilment" | "paidAt">;

/** Whether something of an order can be sent now. */
export const isToSend = ({ status, fulfilment, paidAt }: Progress): boolean =>
  paidAt !== null && fulfilment !== "FULFILLED" && (status === "PAID" || status === "PARTIALLY_REFUNDED");

/** How far an order is: its money, and what of it was sent. */
export function OrderState({ order }: { order: Progress }) {
  const { status, fulfilment } = order;
  const { orders } = shopTexts;
  return (
    <>
      <Badge tone={tones[status]}>{orders.statuses[status]}</Badge>
      {isToSend(order) && <Badge tone="warn">{orders.sending[fulfilment]}</Badge>}
      {status === "PARTIALLY_REFUNDED" && fulfilment === "FULFILLED" && <Badge>{orders.sending.FULFILLED}</Badge>}
    </>
  );
}
