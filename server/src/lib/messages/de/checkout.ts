import type { CheckoutMessages } from "../messages.ts";

export const checkout: CheckoutMessages = {
  unavailable: "Dieser Artikel wird nicht mehr verkauft. Entfernen Sie ihn aus dem Warenkorb.",
  outOfStock: (title, available) =>
    available === 0
      ? `${title} ist ausverkauft. Entfernen Sie den Artikel aus dem Warenkorb.`
      : `Der Shop hat nur noch ${available} von ${title}. Bestellen Sie weniger.`,
  addressMissing: "Geben Sie die Adresse an, damit der Versand berechnet werden kann.",
  addressIncomplete: "Vervollständigen Sie die Adresse: Name oder Firma, Straße und Ort werden gebraucht.",
  notDeliverable: (country) => `Der Shop liefert nicht an diese Adresse (${country}). Wählen Sie eine andere.`,
  optionUnknown: "Diese Versandart gibt es für die Bestellung nicht. Wählen Sie eine andere.",
  amountTooSmall: "Die Bestellung kostet nichts und kann nicht bezahlt werden. Fügen Sie einen Artikel mit Preis hinzu.",
  amountTooLarge: "Die Bestellung kostet mehr, als auf einmal bezahlt werden kann. Teilen Sie sie auf.",
};
