export { createCheckoutPaymentIntent } from "./create-checkout-payment-intent.ts";
export { createCheckoutSession } from "./create-checkout-session.ts";
export { getCheckoutOrder } from "./get-checkout-order.ts";
