import type { SignupMailMessages } from "../messages.ts";

export const signupMail: SignupMailMessages = {
  subject: (site) => `Your code – ${site}`,
  opening: (slug) => `Somebody, we hope you, wants to open the site “${slug}” with this address. Enter this code to confirm it:`,
  closing: (minutes) => [
    `The code works once, for ${minutes} ${minutes === 1 ? "minute" : "minutes"}. If you asked for another one since, only the latest works.`,
    "That was not you? Then you can ignore this mail: without the code nothing happens. Never tell it to anybody.",
  ],
};
