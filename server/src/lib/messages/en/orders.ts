import type {
  GiftCardMailMessages,
  OrderMailMessages,
  OrderMessages,
  OrderNoticeMessages,
  OrderUpdateMessages,
  PaymentNoticeMessages,
} from "../messages.ts";

export const order: OrderMessages = {
  shippingAddress: "Shipping address",
  tax: "Tax",
  shipping: "Shipping",
  taxIncluded: (title) => `Included: ${title}`,
  order: (number) => `Order ${number}`,
  items: (count) => (count === 1 ? "1 item" : `${count} items`),
  lessGiftCards: "Less gift cards",
  giftCard: (last4) => `Gift card ending in ${last4}`,
  toPay: "Paid by other means",
};

/** To the payer. */
export const orderMail: OrderMailMessages = {
  subject: (number, site) => `Your order ${number} – ${site}`,
  opening: (site) => `Thank you for your order at ${site}. We have received your payment. This is what you ordered:`,
  subtotal: "Subtotal",
  total: "Total",
};

/** To whoever gets gift cards. */
export const giftCardMail: GiftCardMailMessages = {
  subject: (count, site) => (count === 1 ? `Your gift card – ${site}` : `Your ${count} gift cards – ${site}`),
  opening: (count, site) => (count === 1 ? `This is your gift card for ${site}:` : `These are your ${count} gift cards for ${site}:`),
  expires: (day) => `valid until ${day}`,
  closing: "Enter the code at the checkout. What you do not spend stays on the card. Keep this mail: whoever has the code can spend it.",
};

/** To the people of the shop. */
export const orderNotice: OrderNoticeMessages = {
  subject: (number, site) => `New order ${number} – ${site}`,
  opening: (number) => `Order ${number} has been paid:`,
  buyer: (address) => `Buyer: ${address}. A reply to this mail goes to this address.`,
  noAddress: "The buyer has not given an email address.",
  footer: "This mail was sent automatically.",
};

/** To the buyer. */
export const orderUpdate: OrderUpdateMessages = {
  shipped: {
    subject: (number, site) => `Your order ${number} is on its way – ${site}`,
    opening: (number) => `Your order ${number} is on its way. The parcel contains:`,
    openingOfPart: (number) => `A part of your order ${number} is on its way. The rest follows separately. The parcel contains:`,
    parcel: (names) => `Parcel: ${names}`,
    button: "Track the parcel",
  },
  refunded: {
    subject: (number, site) => `Refund for your order ${number} – ${site}`,
    opening: (number, amount) => `We have refunded ${amount} of your order ${number} to the payment method that you used.`,
    duration: "Depending on your bank, it takes up to ten days until you see the money.",
  },
  cancelled: {
    subject: (number, site) => `Your order ${number} was cancelled – ${site}`,
    opening: (number, site) => `Your order ${number} at ${site} was cancelled. You have not been charged.`,
  },
};

/** To the people of the shop. */
export const paymentNotice: PaymentNoticeMessages = {
  order: (number) => `order ${number}`,
  payment: (id) => `payment ${id}`,
  disputed: {
    subject: (about) => `Dispute about ${about}`,
    report: ({ about, amount }) => `The buyer disputes ${amount} of ${about} at the bank.`,
    remedy: ({ deadline }) =>
      deadline === null
        ? "Answer the dispute at your payment processor. Without an answer, the buyer gets the money back."
        : `Answer the dispute at your payment processor by ${deadline}. Without an answer, the buyer gets the money back.`,
  },
  won: {
    subject: (about) => `Dispute won: ${about}`,
    report: ({ about, amount }) => `The bank has decided the dispute about ${about} for you: you keep ${amount}.`,
  },
  lost: {
    subject: (about) => `Dispute lost: ${about}`,
    report: ({ about, amount }) => `The bank has decided the dispute about ${about} for the buyer, who gets ${amount} back.`,
  },
  refundFailed: {
    subject: (about) => `Refund failed: ${about}`,
    report: ({ about, amount }) => `The refund of ${amount} for ${about} has not reached the buyer.`,
    remedy: () => "The money is back in your account at the payment processor. Pay the buyer in another way.",
  },
  reason: (code) => `Reason: ${code}`,
  footer: "This mail was sent automatically.",
};
