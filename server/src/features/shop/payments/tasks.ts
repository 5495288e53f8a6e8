import { checkPayments } from "./tasks/check-payments.ts";
import { forgetBuyersOfUnpaid } from "./tasks/forget-buyers-of-unpaid-orders.ts";
import { forgetOldEvents } from "./tasks/forget-old-events.ts";
import { finishRefund } from "./tasks/finish-refund.ts";
import { earlyIncident } from "./tasks/early-incident.ts";
import { sendPaymentNotice } from "./tasks/payment-notice.ts";
import { refundPayment } from "./tasks/refund-payment.ts";

export const paymentsTasks = [refundPayment, finishRefund, sendPaymentNotice, earlyIncident];
export const paymentsJobs = [checkPayments, forgetBuyersOfUnpaid, forgetOldEvents];
