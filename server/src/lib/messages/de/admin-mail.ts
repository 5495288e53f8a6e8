import type { EmailCodeMessages, InvitationMessages, LinkMailMessages } from "../messages.ts";

export const emailCode: EmailCodeMessages = {
  subject: (service) => `Ihr Code für die neue Adresse – ${service}`,
  opening: (service, code) =>
    `Sie möchten diese Adresse für Ihr Konto bei ${service} verwenden. Geben Sie dort bitte diesen Code ein: ${code}`,
  closing: [
    "Der Code gilt 1 Stunde.",
    "Sie haben nichts angefordert? Dann hat sich jemand bei der Adresse vertippt. Es ist nichts passiert, und Sie können diese E-Mail ignorieren.",
  ],
};

export const linkMails: LinkMailMessages = {
  "reset-password": {
    subject: (service) => `Neues Passwort festlegen – ${service}`,
    opening: (service) => `Sie haben für Ihr Konto bei ${service} ein neues Passwort angefordert. Hier können Sie es festlegen:`,
    button: "Neues Passwort festlegen",
    closing: [
      "Der Link gilt 1 Stunde und funktioniert nur einmal. Mit dem neuen Passwort werden Sie überall abgemeldet, und Ihre Zugriffstoken werden ungültig.",
      "Sie haben nichts angefordert? Dann ist nichts passiert: Ihr Passwort bleibt, wie es ist, und Sie können diese E-Mail ignorieren.",
    ],
  },
  "first-password": {
    subject: (service) => `Ihr Konto – ${service}`,
    opening: (service) => `Der Betrieb von ${service} hat ein Konto für Sie angelegt. Hier können Sie das Passwort dafür festlegen:`,
    button: "Passwort festlegen",
    closing: [
      "Der Link gilt 1 Tag und funktioniert nur einmal. Danach erhalten Sie mit „Passwort vergessen?“ einen neuen.",
      "Sie wissen nichts davon? Dann ignorieren Sie diese E-Mail bitte: Solange kein Passwort festgelegt ist, kann sich niemand anmelden.",
    ],
  },
};

export const invitation: InvitationMessages = {
  subject: ({ service, site }) => `Einladung zu ${site} – ${service}`,
  opening: ({ service, site, inviter }) =>
    inviter === null
      ? `Sie sind eingeladen, bei ${service} an der Site „${site}“ mitzuarbeiten. Hier können Sie die Einladung ansehen:`
      : `${inviter} lädt Sie ein, bei ${service} an der Site „${site}“ mitzuarbeiten. Hier können Sie die Einladung ansehen:`,
  button: "Einladung ansehen",
  closing: [
    "Der Link gilt 1 Woche.",
    "Sie wissen nicht, wer das ist? Dann ignorieren Sie diese E-Mail bitte. Es passiert nichts, solange Sie die Einladung nicht annehmen.",
  ],
};
