import type { HostedPageMessages } from "../messages.ts";

export const hostedPages: HostedPageMessages = {
  goTo: (site) => `Weiter zu ${site}`,
  confirmEmail: {
    heading: "E-Mail-Adresse bestätigen",
    paragraphs: (site) => [`Ein Klick auf die Schaltfläche, und ${site} weiß, dass die Adresse Ihnen gehört.`],
    button: "Adresse bestätigen",
  },
  emailConfirmed: {
    heading: "Vielen Dank, Ihre Adresse ist bestätigt",
    paragraphs: () => ["Das war schon alles. Sie können diese Seite schließen."],
  },
  choosePassword: {
    heading: "Neues Passwort festlegen",
    paragraphs: (site) => [`Es gilt für Ihr Konto bei ${site}.`],
    label: "Neues Passwort",
    hint: "Mindestens 8 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken und schwer zu erraten.",
    button: "Passwort speichern",
    errors: {
      "too-short": "Das war zu kurz. Bitte verwenden Sie mindestens 8 Zeichen.",
      "too-long": "Das war zu lang. Bitte verwenden Sie höchstens 200 Zeichen.",
      "too-common": "Dieses Passwort verwenden viele, deshalb ist es schnell erraten. Bitte wählen Sie ein anderes.",
    },
  },
  passwordChosen: {
    heading: "Ihr neues Passwort ist gespeichert",
    paragraphs: () => ["Sie können sich jetzt damit anmelden. Überall, wo Sie bisher angemeldet waren, wurden Sie abgemeldet."],
  },
  disown: {
    heading: "Dieses Konto gehört nicht Ihnen?",
    paragraphs: (site) => [
      `Jemand hat bei ${site} ein Konto mit Ihrer E-Mail-Adresse eröffnet. Wenn Sie das nicht waren, können Sie es hier entfernen.`,
      "Das Konto wird gelöscht, und niemand kann es mehr benutzen.",
    ],
    button: "Konto entfernen",
    otherwise: "Sie waren es doch? Dann schließen Sie einfach diese Seite: Das Konto bleibt bestehen.",
  },
  disowned: {
    heading: "Das Konto ist entfernt",
    paragraphs: (site) => [`Bei ${site} gibt es kein Konto mit Ihrer E-Mail-Adresse mehr. Sie müssen nichts weiter tun.`],
  },
  linkUnusable: {
    heading: "Dieser Link funktioniert nicht mehr",
    paragraphs: (site) => [
      "Vielleicht wurde er schon verwendet, ist zu alt oder wurde durch eine neuere E-Mail ersetzt.",
      `Sie brauchen ihn noch? Fordern Sie bei ${site} eine neue E-Mail an: beim Anmelden oder über „Passwort vergessen?“.`,
    ],
  },
};
