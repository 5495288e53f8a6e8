import type { FormMailMessages } from "../messages.ts";

export const formMail: FormMailMessages = {
  subject: (form, site) => `New submission: ${form} – ${site}`,
  opening: (form, at) => `Somebody submitted the form “${form}” on ${at}:`,
  notAsked: "Not asked for by the form:",
  more: (count) => `… and ${count} more fields, which are kept with the submission.`,
  cut: (length) => `… (cut off: ${length} characters in all)`,
  reply: (address) => `A reply to this mail goes to ${address}, as entered in the form. Nobody has checked whose address it is.`,
  footer: "This mail was sent automatically.",
  yes: "Yes",
  no: "No",
};
