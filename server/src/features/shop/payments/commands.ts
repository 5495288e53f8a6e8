import { orderCancel } from "./cli/order-cancel.ts";
import { orderRefund } from "./cli/order-refund.ts";

export const paymentsCommands = [orderCancel, orderRefund];
