import { bulkOrders } from "./admin/bulk-orders.ts";
import { cancelOrder } from "./admin/cancel-order.ts";
import { checkPayment } from "./admin/check-payment.ts";
import { getSitePayment } from "./admin/get-site-payment.ts";
import { listPayments } from "./admin/list-payments.ts";
import { refundOrder } from "./admin/refund-order.ts";
import { testPayments } from "./admin/test-payments.ts";
import { createPaymentCheckoutSession } from "./public/create-payment-checkout-session.ts";
import { createPaymentIntent } from "./public/create-payment-intent.ts";
import { getPayment } from "./public/get-payment.ts";
import { receiveProcessorEvent } from "./public/receive-processor-event.ts";

export const paymentsOperations = [
  createPaymentIntent,
  createPaymentCheckoutSession,
  getPayment,
  receiveProcessorEvent,
  testPayments,
  cancelOrder,
  bulkOrders,
  refundOrder,
  listPayments,
  getSitePayment,
  checkPayment,
];
