import type { FormMailMessages } from "../messages.ts";

export const formMail: FormMailMessages = {
  subject: (form, site) => `Neue Einsendung: ${form} – ${site}`,
  opening: (form, at) => `das Formular „${form}“ wurde am ${at} ausgefüllt:`,
  notAsked: "Vom Formular nicht gefragt:",
  more: (count) => `… und ${count} weitere Felder, die mit der Einsendung aufbewahrt werden.`,
  cut: (length) => `… (gekürzt: insgesamt ${length} Zeichen)`,
  reply: (address) =>
    `Eine Antwort auf diese E-Mail geht an ${address}, wie im Formular angegeben. Wem die Adresse gehört, hat niemand geprüft.`,
  footer: "Diese E-Mail wurde automatisch verschickt.",
  yes: "Ja",
  no: "Nein",
};
