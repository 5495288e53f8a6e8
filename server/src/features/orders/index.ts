export { ordersOperations } from "./operations.ts";
export { orderNotFound, OrderStatus, orderStatuses, PaymentStatusSchema } from "./order.ts";
export { orderWords, type OrderWords } from "./order-words.ts";
export { ordersCommands } from "./commands.ts";
export { ordersJobs, ordersTasks } from "./tasks.ts";
export { numberArgument } from "./number-argument.ts";
export { sendOrderMail } from "./tasks/order-mail.ts";
export { settleOrder } from "./settle-order.ts";
export { takeStock } from "../catalog/stock.ts";
export { findOrder, fulfilOrder, listOrders, type OrderToShip, type StaffOrder } from "./staff-orders.ts";
export {
  eraseAddresses,
  eraseBuyers,
  eraseClaims,
  lockOrdersOf,
  readOrdersOf,
  removeOrderMails,
  type LockedOrder,
  type PersonalOrder,
} from "./personal-orders.ts";
