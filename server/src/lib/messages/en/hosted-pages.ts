import type { HostedPageMessages } from "../messages.ts";

export const hostedPages: HostedPageMessages = {
  goTo: (site) => `Go to ${site}`,
  confirmEmail: {
    heading: "Confirm your email address",
    paragraphs: (site) => [`Press the button, and ${site} knows that the address is yours.`],
    button: "Confirm my address",
  },
  emailConfirmed: {
    heading: "Thank you, your address is confirmed",
    paragraphs: () => ["That was all. You can close this page."],
  },
  choosePassword: {
    heading: "Choose a new password",
    paragraphs: (site) => [`It is for your account at ${site}.`],
    label: "New password",
    hint: "At least 8 characters. Several words in a row are easy to remember and hard to guess.",
    button: "Save password",
    errors: {
      "too-short": "That was too short. Please use at least 8 characters.",
      "too-long": "That was too long. Please use at most 200 characters.",
      "too-common": "Many people use this password, so it is quickly guessed. Please choose another.",
    },
  },
  passwordChosen: {
    heading: "Your new password is saved",
    paragraphs: () => ["You can sign in with it now. Wherever you were signed in before, you have been signed out."],
  },
  disown: {
    heading: "This account is not yours?",
    paragraphs: (site) => [
      `Somebody opened an account at ${site} with your email address. If it was not you, you can remove it here.`,
      "The account has been deleted and can no longer be used.",
    ],
    button: "Remove the account",
    otherwise: "It was you after all? Then close this page, and the account stays.",
  },
  disowned: {
    heading: "The account is removed",
    paragraphs: (site) => [`There is no account at ${site} with your email address any longer. You don't need to do anything else.`],
  },
  linkUnusable: {
    heading: "This link no longer works",
    paragraphs: (site) => [
      "Perhaps it was used already, is too old, or a newer mail has replaced it.",
      `You still need it? Ask for a new mail at ${site}: when you sign in, or with “Forgot your password?”.`,
    ],
  },
};
