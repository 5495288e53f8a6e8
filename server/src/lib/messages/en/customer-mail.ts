import type { CustomerMailMessages } from "../messages.ts";
import { commonMail } from "./common-mail.ts";

export const customerMail: CustomerMailMessages = {
  ifThePageFails: "If the page that it opens does not help, use this one:",
  "verify-email": {
    subject: (site) => `Please confirm your email address – ${site}`,
    opening: (site) => `Thank you for opening an account at ${site}. One click, and we know that this address is yours:`,
    button: "Confirm my address",
    closing: ({ validFor }) => [`The link is valid for ${validFor}.`],
    disown: {
      text: "You did not open an account? Then somebody used your address, perhaps by mistake. You can remove that account here:",
      link: "This was not me",
    },
  },
  "reset-password": {
    subject: (site) => `Choose a new password – ${site}`,
    opening: (site) => `You asked for a new password for your account at ${site}. Choose it here:`,
    button: "Choose a new password",
    closing: ({ validFor }) => [
      `The link is valid for ${validFor} and works once. Your new password also confirms that this address is yours.`,
      "You did not ask for this? Then nothing has happened: your password stays as it is, and you can ignore this mail.",
    ],
  },
  "password-changed": {
    subject: (site) => `Your password was changed – ${site}`,
    opening: (site) => `The password of your account at ${site} has just been changed. If that was you, all is well.`,
    button: commonMail.goToShop,
    closing: ({ site }) => [
      `That was not you? Then please ask for a new password at ${site} right away (“Forgot your password?”). ` +
        "Only you will get the link, and the new password signs everybody else out of your account.",
    ],
  },
  "change-email": {
    subject: (site) => `Please confirm your new email address – ${site}`,
    opening: (site) =>
      `The team of ${site} has entered this address for your account. It replaces your former one as soon as you confirm it:`,
    button: "Confirm my new address",
    closing: ({ validFor }) => [
      `The link is valid for ${validFor}. From then on, you sign in with the new address.`,
      "You have no account there, or did not ask for this? Then you can ignore this mail, and nothing will change.",
    ],
  },
  "email-change-requested": {
    subject: (site) => `A new email address for your account – ${site}`,
    opening: (site) =>
      `The team of ${site} has entered a new email address for your account. It replaces this one as soon as it is confirmed there. If you asked for that, all is well.`,
    button: commonMail.goToShop,
    closing: ({ site }) => [`You did not ask for this? Then please tell the team of ${site} right away.`],
  },
};
