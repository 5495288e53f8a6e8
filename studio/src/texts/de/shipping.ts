import type { ShopTexts } from "../shop-en.ts";

export const shipping: Pick<ShopTexts, "shipping"> = {
  shipping: {
    sendTitle: (count) => (count === 1 ? "1 Bestellung versenden" : `${count} Bestellungen versenden`),
    sendCount: (count) => `${count} als versendet markieren`,
    commonCarrier: "Paketdienst für alle",
    commonCarrierHint: "Neben einer Bestellung können Sie einen anderen angeben.",
    commonUrl: "Link zur Sendungsverfolgung für alle",
    commonUrlHint: "Schreiben Sie {number}, wo die Sendungsnummer hingehört.",
    tellBuyers: "Die Käufer per E-Mail benachrichtigen",
    list: "Bestellungen zum Versenden",
    carrierOf: (number) => `Paketdienst der Bestellung ${number}`,
    trackingOf: (number) => `Sendungsnummer der Bestellung ${number}`,
    mail: "E-Mail",
    mailOf: (number) => `E-Mail zur Bestellung ${number}`,
    pasteHint:
      "Fügen Sie eine Spalte mit Sendungsnummern in ein Feld ein: Sie füllt auch die Zeilen darunter. Die Eingabetaste führt zur nächsten Bestellung.",
    pasted: (count) => (count === 1 ? "1 Sendungsnummer ist eingetragen." : `${count} Sendungsnummern sind eingetragen.`),
    pastedTooMany: (count) =>
      count === 1
        ? "1 Zeile wurde ausgelassen: Keine Bestellung gehört dazu."
        : `${count} Zeilen wurden ausgelassen: Keine Bestellung gehört dazu.`,
    sameNumber: (number) => `Die Bestellung ${number} hat dieselbe Nummer.`,
    tracked: (count, all) => `${count} von ${all} haben eine Sendungsnummer.`,
    nothing: "Keine dieser Bestellungen kann versendet werden: Sie sind nicht bezahlt oder schon versendet.",
    leftOut: (count) =>
      count === 1
        ? "1 ausgewählte Bestellung fehlt hier: Sie ist nicht bezahlt oder schon versendet."
        : `${count} ausgewählte Bestellungen fehlen hier: Sie sind nicht bezahlt oder schon versendet.`,
    notSent: "Nichts wurde versendet. Lösen Sie, was neben den Bestellungen steht, und versuchen Sie es dann noch einmal.",
    changed: "Diese Bestellung wurde inzwischen geändert. Sehen Sie sie noch einmal an.",
    badTracking: "Diese Angaben zur Sendung sind ungültig. Kürzen Sie sie, oder berichtigen Sie den Link.",
    sent: (count) => (count === 1 ? "1 Bestellung ist als versendet markiert." : `${count} Bestellungen sind als versendet markiert.`),
    sentAndTold: (count, mails) =>
      `${count === 1 ? "1 Bestellung ist" : `${count} Bestellungen sind`} als versendet markiert, und ${mails === 1 ? "1 Käufer bekommt" : `${mails} Käufer bekommen`} eine E-Mail.`,
    cancel: "Bestellungen stornieren",
    cancelTitle: (count) => (count === 1 ? "1 Bestellung stornieren?" : `${count} Bestellungen stornieren?`),
    cancelText: "Die Käufer können sie nicht mehr bezahlen, und die Artikel gehen zurück in den Bestand.",
    onlyUnpaid: (count) =>
      count === 1
        ? "1 ausgewählte Bestellung bleibt, wie sie ist: Nur unbezahlte Bestellungen können storniert werden."
        : `${count} ausgewählte Bestellungen bleiben, wie sie sind: Nur unbezahlte Bestellungen können storniert werden.`,
    cancelled: (count) => (count === 1 ? "1 Bestellung ist storniert." : `${count} Bestellungen sind storniert.`),
    notCancelled: "Nicht storniert",
    notTried: "Nicht versucht, weil der Zahlungsdienst zu langsam war. Versuchen Sie es noch einmal.",
    atMost: (most) => `Höchstens ${most} Bestellungen auf einmal.`,
    selectFirst: (most) => `Die ersten ${most} auswählen`,
    slips: "Lieferscheine",
    slip: "Lieferschein",
    print: "Drucken",
    shipTo: "Lieferadresse",
    noShippingAddress: "Keine Lieferadresse",
    item: "Artikel",
    sku: "Artikelnummer",
    quantity: "Menge",
    allUnits: "Artikel insgesamt",
    emptySlips: (numbers) => `Nichts mehr zu versenden: ${numbers}.`,
    noSlips: "Es gibt nichts mehr zu versenden. Wählen Sie andere Bestellungen aus.",
  },
};
