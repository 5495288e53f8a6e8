import { addOrderNote } from "./admin/add-order-note.ts";
import { exportOrders } from "./admin/export-orders.ts";
import { fulfilOrder } from "./admin/fulfil-order.ts";
import { getOrder } from "./admin/get-order.ts";
import { listOrders } from "./admin/list-orders.ts";
import { listPackingSlips } from "./admin/list-packing-slips.ts";
import { resendOrderConfirmation } from "./admin/resend-order-confirmation.ts";
import { getOwnOrder } from "./public/get-own-order.ts";
import { listOwnOrders } from "./public/list-own-orders.ts";

export const ordersOperations = [
  listOwnOrders,
  getOwnOrder,
  listOrders,
  exportOrders,
  listPackingSlips,
  getOrder,
  fulfilOrder,
  addOrderNote,
  resendOrderConfirmation,
];
