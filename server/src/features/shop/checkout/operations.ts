import { createCheckoutPaymentIntent } from "./public/create-checkout-payment-intent.ts";
import { createCheckoutSession } from "./public/create-checkout-session.ts";
import { getCheckoutOrder } from "./public/get-checkout-order.ts";

export const checkoutOperations = [createCheckoutSession, createCheckoutPaymentIntent, getCheckoutOrder];
