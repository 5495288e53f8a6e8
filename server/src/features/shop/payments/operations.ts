import { testPayments } from "./admin/test-payments.ts";
import { createPaymentCheckoutSession } from "./public/create-payment-checkout-session.ts";
import { createPaymentIntent } from "./public/create-payment-intent.ts";
import { getPayment } from "./public/get-payment.ts";
import { receiveProcessorEvent } from "./public/receive-processor-event.ts";

export const paymentsOperations = [createPaymentIntent, createPaymentCheckoutSession, getPayment, receiveProcessorEvent, testPayments];
