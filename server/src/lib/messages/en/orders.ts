import type { OrderMailMessages, OrderMessages, OrderNoticeMessages } from "../messages.ts";

export const order: OrderMessages = {
  tax: "Tax",
  shipping: "Shipping",
  order: (number) => `Order ${number}`,
  items: (count) => (count === 1 ? "1 item" : `${count} items`),
};

/** To the payer. */
export const orderMail: OrderMailMessages = {
  subject: (number, site) => `Your order ${number} – ${site}`,
  opening: (site) => `Thank you for your order at ${site}. We have received your payment. This is what you ordered:`,
  subtotal: "Subtotal",
  total: "Total",
};

/** To the people of the shop. */
export const orderNotice: OrderNoticeMessages = {
  subject: (number, site) => `New order ${number} – ${site}`,
  opening: (number) => `Order ${number} has been paid:`,
  buyer: (address) => `Buyer: ${address}. A reply to this mail goes to this address.`,
  noAddress: "The buyer has not given an email address.",
  footer: "This mail was sent automatically.",
};
