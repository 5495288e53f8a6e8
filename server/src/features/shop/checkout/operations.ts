import { createCheckoutPaymentIntent } from "./public/create-checkout-payment-intent.ts";
import { createCheckoutSession } from "./public/create-checkout-session.ts";
import { getCheckoutOrder } from "./public/get-checkout-order.ts";
import { quoteCheckout } from "./public/quote-checkout.ts";

export const checkoutOperations = [quoteCheckout, createCheckoutSession, createCheckoutPaymentIntent, getCheckoutOrder];
