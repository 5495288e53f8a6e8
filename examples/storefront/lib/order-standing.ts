import type { Order } from "@vitrine/client";

/** How an order stands for its buyer. A bank may process a payment for days, and the buyer has nothing left to do. */
export type OrderStanding = "paid" | "waiting" | "processing" | "failed" | "cancelled" | "refunded";

export function orderStanding({ status, paymentStatus }: Pick<Order, "status" | "paymentStatus">): OrderStanding {
  switch (status) {
    case "PAID":
    case "FULFILLED":
      return "paid";
    case "PARTIALLY_REFUNDED":
    case "REFUNDED":
      return "refunded";
    case "CANCELLED":
      return "cancelled";
    case "PENDING":
      if (paymentStatus === "PROCESSING") return "processing";
      return paymentStatus === "FAILED" ? "failed" : "waiting";
  }
}

/** The consequence for the cart: it is emptied, kept while the payer may still pay, or may be ordered once more. */
export function cartOutcome(standing: OrderStanding): "ordered" | "waiting" | "over" {
  if (standing === "failed" || standing === "cancelled") return "over";
  return standing === "waiting" ? "waiting" : "ordered";
}

export function shownStatus(order: Pick<Order, "status" | "paymentStatus">): Order["status"] | "PROCESSING" {
  return orderStanding(order) === "processing" ? "PROCESSING" : order.status;
}
