import type { SignupMailMessages } from "../messages.ts";

export const signupMail: SignupMailMessages = {
  subject: (site) => `Ihr Code – ${site}`,
  opening: (slug) =>
    `jemand, hoffentlich Sie, möchte mit dieser Adresse die Website „${slug}“ eröffnen. Geben Sie zur Bestätigung diesen Code ein:`,
  closing: (minutes) => [
    `Der Code gilt einmal und ${minutes} ${minutes === 1 ? "Minute" : "Minuten"} lang. Falls Sie seither einen weiteren angefordert haben, gilt nur der neueste.`,
    "Das waren nicht Sie? Dann können Sie diese E-Mail ignorieren: Ohne den Code passiert nichts. Geben Sie ihn niemandem weiter.",
  ],
};
