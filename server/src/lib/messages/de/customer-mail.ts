import type { CustomerMailMessages } from "../messages.ts";
import { commonMail } from "./common-mail.ts";

export const customerMail: CustomerMailMessages = {
  ifThePageFails: "Falls die Seite, die sich öffnet, nicht weiterhilft, nehmen Sie diese:",
  "verify-email": {
    subject: (site) => `Bitte bestätigen Sie Ihre E-Mail-Adresse – ${site}`,
    opening: (site) =>
      `vielen Dank, dass Sie bei ${site} ein Konto eröffnet haben. Ein Klick genügt, und wir wissen, dass diese Adresse Ihnen gehört:`,
    button: "Adresse bestätigen",
    closing: ({ validFor }) => [`Der Link gilt ${validFor}.`],
    disown: {
      text: "Sie haben kein Konto eröffnet? Dann hat jemand Ihre Adresse angegeben, vielleicht aus Versehen. Hier können Sie dieses Konto entfernen:",
      link: "Das war ich nicht",
    },
  },
  "reset-password": {
    subject: (site) => `Neues Passwort festlegen – ${site}`,
    opening: (site) => `Sie haben für Ihr Konto bei ${site} ein neues Passwort angefordert. Hier können Sie es festlegen:`,
    button: "Neues Passwort festlegen",
    closing: ({ validFor }) => [
      `Der Link gilt ${validFor} und funktioniert nur einmal. Mit dem neuen Passwort ist zugleich bestätigt, dass diese Adresse Ihnen gehört.`,
      "Sie haben nichts angefordert? Dann ist nichts passiert: Ihr Passwort bleibt, wie es ist, und Sie können diese E-Mail ignorieren.",
    ],
  },
  "password-changed": {
    subject: (site) => `Ihr Passwort wurde geändert – ${site}`,
    opening: (site) => `das Passwort Ihres Kontos bei ${site} wurde soeben geändert. Wenn Sie das waren, ist alles in Ordnung.`,
    button: commonMail.goToShop,
    closing: ({ site }) => [
      `Das waren Sie nicht? Dann fordern Sie bei ${site} bitte gleich ein neues Passwort an („Passwort vergessen?“). ` +
        "Den Link dafür erhalten nur Sie, und mit dem neuen Passwort werden alle anderen aus Ihrem Konto abgemeldet.",
    ],
  },
  "change-email": {
    subject: (site) => `Bitte bestätigen Sie Ihre neue E-Mail-Adresse – ${site}`,
    opening: (site) =>
      `das Team von ${site} hat diese Adresse für Ihr Konto eingetragen. Sie ersetzt Ihre bisherige, sobald Sie sie bestätigen:`,
    button: "Neue Adresse bestätigen",
    closing: ({ validFor }) => [
      `Der Link gilt ${validFor}. Danach melden Sie sich mit der neuen Adresse an.`,
      "Sie haben dort kein Konto oder nicht darum gebeten? Dann können Sie diese E-Mail ignorieren, und nichts ändert sich.",
    ],
  },
  "email-change-requested": {
    subject: (site) => `Eine neue E-Mail-Adresse für Ihr Konto – ${site}`,
    opening: (site) =>
      `das Team von ${site} hat für Ihr Konto eine neue E-Mail-Adresse eingetragen. Sie ersetzt diese hier, sobald sie dort bestätigt wird. Wenn Sie darum gebeten haben, ist alles in Ordnung.`,
    button: commonMail.goToShop,
    closing: ({ site }) => [`Sie haben nicht darum gebeten? Dann sagen Sie bitte gleich dem Team von ${site} Bescheid.`],
  },
};
