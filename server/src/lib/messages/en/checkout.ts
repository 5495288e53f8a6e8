import type { CheckoutMessages } from "../messages.ts";

export const checkout: CheckoutMessages = {
  unavailable: "This item is no longer for sale. Remove it from the basket.",
  outOfStock: (title, available) =>
    available === 0 ? `${title} is sold out. Remove it from the basket.` : `The shop has only ${available} of ${title}. Order fewer.`,
  addressMissing: "Enter the address, so that the shipping can be computed.",
  addressIncomplete: "Complete the address: it needs a name or company, a street, and a city.",
  notDeliverable: (country) => `The shop does not deliver to this address in ${country}. Choose another one.`,
  optionUnknown: "This way of shipping is not available for the order. Choose another one.",
  amountTooSmall: "The order costs nothing, so it cannot be paid. Add an item with a price.",
  amountTooLarge: "The order costs more than can be paid at once. Split it into several orders.",
};
