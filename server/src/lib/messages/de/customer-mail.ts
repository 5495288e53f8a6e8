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
};
