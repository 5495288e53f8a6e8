export { ordersOperations } from "./operations.ts";
export { orderNotFound, OrderStatus, PaymentStatusSchema } from "./order.ts";
export { isToFulfil } from "./order-conditions.ts";
export { ordersCommands } from "./commands.ts";
export { ordersTasks } from "./tasks.ts";
export { numberArgument } from "./number-argument.ts";
export { sendOrderMail } from "./tasks/order-mail.ts";
export { lockStocks, settleOrder } from "./settle-order.ts";
export { placeOrder } from "./place-order.ts";
export { fulfilOrder, listOrders, type StaffOrder } from "./staff-orders.ts";
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
