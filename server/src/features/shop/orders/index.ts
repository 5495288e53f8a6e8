export { ordersOperations } from "./operations.ts";
export { orderNotFound, OrderStatus, OrderDiscount, OrderGiftCard, OrderTax, PaymentStatusSchema } from "./order.ts";
export { isToFulfil } from "./order-conditions.ts";
export { ordersCommands } from "./commands.ts";
export { ordersTasks } from "./tasks.ts";
export { numberArgument } from "./number-argument.ts";
export { sendOrderMail } from "./tasks/order-mail.ts";
export { notifiedAddresses, type NotifiedSite } from "./notified-site.ts";
export { lockForReplacement, settleOrder, type NextOrder } from "./settle-order.ts";
export { findOpenOrders } from "./open-orders.ts";
export { placeOrder, type NewOrder } from "./place-order.ts";
export { Address, canonicalAddress } from "./address.ts";
// The client's, so that the studio names the amount that the server refunds.
export { amountOfLines } from "../../../../../client/src/refund-amount.ts";
export { claimCancellation } from "./claim-cancellation.ts";
export { fulfilmentTooLarge, fulfilOrder, orderNotFulfillable } from "./fulfil-order.ts";
export { listOrders } from "./list-orders.ts";
export type { OrderFilter } from "./order-filter.ts";
export { LineQuantity, recordOrderEvent, Tracking } from "./order-event.ts";
export { orderBase, OrderParams, ordersBase } from "./order-address.ts";
export { OrderDetails, PackingSlip } from "./order-details.ts";
export { lockOrders, readOrderStates, type OrderState } from "./order-states.ts";
export { readOrder, readOrderHead } from "./read-order.ts";
export { applyRefund, readRefundableOrder, readRefundableToCards } from "./apply-refund.ts";
export { findOrderId } from "./staff-orders.ts";
export type { StaffOrder } from "./cli/order-list.ts";
export {
  eraseAddresses,
  eraseBuyers,
  eraseClaims,
  forgetBuyers,
  lockOrdersOf,
  readOrdersOf,
  releaseOrders,
  removeOrderMails,
  type LockedOrder,
  type PersonalOrder,
} from "./personal-orders.ts";
export { isOrderMail, orderMailOf, sampleOrderMails } from "./sample-order-mails.ts";
