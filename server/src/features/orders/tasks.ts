import { forgetBuyersOfUnpaid } from "../payments/tasks/forget-buyers-of-unpaid-orders.ts";
import { sendOrderMail } from "./tasks/order-mail.ts";

export const ordersTasks = [sendOrderMail];
export const ordersJobs = [forgetBuyersOfUnpaid];
