import type { CheckoutMessages } from "../messages.ts";

export const checkout: CheckoutMessages = {
  unavailable: "This item is no longer for sale. Remove it from the basket.",
  notSoldInCurrency: (currency) => `This item is not sold in ${currency}. Remove it from the basket, or choose another currency.`,
  outOfStock: (title, available) =>
    available === 0 ? `${title} is sold out. Remove it from the basket.` : `The shop has only ${available} of ${title}. Order fewer.`,
  addressMissing: "Enter the address, so that the shipping can be computed.",
  addressIncomplete: "Complete the address: it needs a name or company, a street, and a city.",
  notDeliverable: (country) => `The shop does not deliver to this address in ${country}. Choose another one.`,
  notDeliverableIn: (currency, country) =>
    `The shop does not deliver to this address in ${country} for orders in ${currency}. Choose another address or currency.`,
  optionUnknown: "This way of shipping is not available for the order. Choose another one.",
  amountTooSmall: "The order costs nothing, so it cannot be paid. Add an item with a price.",
  amountTooLarge: "The order costs more than can be paid at once. Split it into several orders.",
  discounts: {
    unknown: (code) => `The shop does not know the code ${code}. Check its spelling, or remove it.`,
    notInCurrency: (code, currency) => `The code ${code} does not apply to orders in ${currency}. Remove it, or choose another currency.`,
    notValidNow: (code) => `The code ${code} is not valid at this time. Remove it.`,
    usedUp: (code) => `The code ${code} has been used up. Remove it.`,
    noItems: (code) => `The code ${code} is for other items than those in the basket. Remove it.`,
    minimumSubtotal: (code, amount) => `The code ${code} applies from ${amount} on. Add more of its items, or remove it.`,
    minimumQuantity: (code, quantity) => `The code ${code} applies from ${quantity} items on. Add more of them, or remove it.`,
    notCombined: (code) => `The code ${code} cannot be combined, and the order is cheaper without it. Remove it.`,
    buyerUnknown: (code) => `The code ${code} is limited for each customer. Enter your e-mail address, or sign in.`,
    usedByBuyer: (code) => `You have used the code ${code} as often as possible. Remove it.`,
    notFirstOrder: (code) => `The code ${code} is for first orders only. Remove it.`,
  },
  giftCards: {
    unknown: "The shop does not know this gift card. Check the spelling of its code, or remove it.",
    blocked: (last4) => `The gift card that ends in ${last4} is blocked. Ask the shop, or remove it.`,
    expired: (last4) => `The gift card that ends in ${last4} has expired. Remove it.`,
    empty: (last4) => `The gift card that ends in ${last4} is used up. Remove it.`,
    otherCurrency: (last4) => `The gift card that ends in ${last4} is in another currency. Remove it.`,
    tooMany: (most) => `An order can have ${most} gift cards. Order fewer.`,
    spent: "A gift card was used just now. Ask for a quote, and show the buyer what is left to pay.",
  },
};
