import { checkPayments } from "./tasks/check-payments.ts";
import { forgetBuyersOfUnpaid } from "./tasks/forget-buyers-of-unpaid-orders.ts";
import { forgetOldEvents } from "./tasks/forget-old-events.ts";
import { refundPayment } from "./tasks/refund-payment.ts";

export const paymentsTasks = [refundPayment];
export const paymentsJobs = [checkPayments, forgetBuyersOfUnpaid, forgetOldEvents];
