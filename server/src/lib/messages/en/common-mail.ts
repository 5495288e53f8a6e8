import type { CommonMailMessages } from "../messages.ts";

export const commonMail: CommonMailMessages = {
  greeting: (name) => (name ? `Hello ${name},` : "Hello,"),
  goToShop: "Go to the shop",
  ifTheButtonFails: "If the button does not work, open this address:",
  regards: "Kind regards",
  footer: "This mail was sent automatically. Replies are not read.",
};
