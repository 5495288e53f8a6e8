import type { EmailCodeMessages, InvitationMessages, LinkMailMessages } from "../messages.ts";

export const emailCode: EmailCodeMessages = {
  subject: (service) => `Your code for the new address – ${service}`,
  opening: (service, code) => `You want to use this address for your account at ${service}. Enter this code there: ${code}`,
  closing: [
    "The code is valid for 1 hour.",
    "You did not ask for this? Then somebody mistyped their address. Nothing has happened, and you can ignore this mail.",
  ],
};

export const linkMails: LinkMailMessages = {
  "reset-password": {
    subject: (service) => `Choose a new password – ${service}`,
    opening: (service) => `You asked for a new password for your account at ${service}. Choose it here:`,
    button: "Choose a new password",
    closing: [
      "The link is valid for 1 hour and works once. The new password signs you out everywhere and revokes your access tokens.",
      "You did not ask for this? Then nothing has happened: your password stays as it is, and you can ignore this mail.",
    ],
  },
  "first-password": {
    subject: (service) => `Your account – ${service}`,
    opening: (service) => `The people who run ${service} made an account for you. Choose its password here:`,
    button: "Choose a password",
    closing: [
      "The link is valid for 1 day and works once. After that, “Forgot your password?” mails you another one.",
      "You do not know of this? Then ignore this mail: nobody can sign in until a password is chosen.",
    ],
  },
};

export const invitation: InvitationMessages = {
  subject: ({ service, site }) => `Invitation to ${site} – ${service}`,
  opening: ({ service, site, inviter }) =>
    inviter === null
      ? `You are invited to work on the site “${site}” at ${service}. Look at the invitation here:`
      : `${inviter} invites you to work on the site “${site}” at ${service}. Look at the invitation here:`,
  button: "Look at the invitation",
  closing: [
    "The link is valid for 1 week.",
    "You do not know who that is? Then ignore this mail. Nothing happens until you accept the invitation.",
  ],
};
