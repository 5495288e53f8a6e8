import type { CheckoutMessages } from "../messages.ts";

export const checkout: CheckoutMessages = {
  unavailable: "Dieser Artikel wird nicht mehr verkauft. Entfernen Sie ihn aus dem Warenkorb.",
  notSoldInCurrency: (currency) =>
    `Dieser Artikel wird nicht in ${currency} verkauft. Entfernen Sie ihn aus dem Warenkorb, oder wählen Sie eine andere Währung.`,
  outOfStock: (title, available) =>
    available === 0
      ? `${title} ist ausverkauft. Entfernen Sie den Artikel aus dem Warenkorb.`
      : `Der Shop hat nur noch ${available} von ${title}. Bestellen Sie weniger.`,
  addressMissing: "Geben Sie die Adresse an, damit der Versand berechnet werden kann.",
  addressIncomplete: "Vervollständigen Sie die Adresse: Name oder Firma, Straße und Ort werden gebraucht.",
  notDeliverable: (country) => `Der Shop liefert nicht an diese Adresse (${country}). Wählen Sie eine andere.`,
  notDeliverableIn: (currency, country) =>
    `Bei Bestellungen in ${currency} liefert der Shop nicht an diese Adresse (${country}). Wählen Sie eine andere Adresse oder Währung.`,
  optionUnknown: "Diese Versandart gibt es für die Bestellung nicht. Wählen Sie eine andere.",
  amountTooSmall: "Die Bestellung kostet nichts und kann nicht bezahlt werden. Fügen Sie einen Artikel mit Preis hinzu.",
  amountTooLarge: "Die Bestellung kostet mehr, als auf einmal bezahlt werden kann. Teilen Sie sie auf.",
  discounts: {
    unknown: (code) => `Der Shop kennt den Code ${code} nicht. Prüfen Sie die Schreibweise, oder entfernen Sie ihn.`,
    notInCurrency: (code, currency) =>
      `Der Code ${code} gilt nicht für Bestellungen in ${currency}. Entfernen Sie ihn, oder wählen Sie eine andere Währung.`,
    notValidNow: (code) => `Der Code ${code} gilt zurzeit nicht. Entfernen Sie ihn.`,
    usedUp: (code) => `Der Code ${code} ist aufgebraucht. Entfernen Sie ihn.`,
    noItems: (code) => `Der Code ${code} gilt für andere Artikel als die im Warenkorb. Entfernen Sie ihn.`,
    minimumSubtotal: (code, amount) =>
      `Der Code ${code} gilt ab ${amount}. Legen Sie mehr von seinen Artikeln in den Warenkorb, oder entfernen Sie ihn.`,
    minimumQuantity: (code, quantity) =>
      `Der Code ${code} gilt ab ${quantity} Artikeln. Legen Sie mehr davon in den Warenkorb, oder entfernen Sie ihn.`,
    notCombined: (code) => `Der Code ${code} lässt sich nicht kombinieren, und ohne ihn ist die Bestellung günstiger. Entfernen Sie ihn.`,
    buyerUnknown: (code) => `Der Code ${code} ist je Kunde begrenzt. Geben Sie Ihre E-Mail-Adresse an, oder melden Sie sich an.`,
    usedByBuyer: (code) => `Sie haben den Code ${code} so oft eingelöst wie möglich. Entfernen Sie ihn.`,
    notFirstOrder: (code) => `Der Code ${code} gilt nur für die erste Bestellung. Entfernen Sie ihn.`,
  },
  giftCards: {
    unknown: "Der Shop kennt diesen Gutschein nicht. Prüfen Sie die Schreibweise des Codes, oder entfernen Sie ihn.",
    blocked: (last4) => `Der Gutschein mit der Endung ${last4} ist gesperrt. Fragen Sie den Shop, oder entfernen Sie ihn.`,
    expired: (last4) => `Der Gutschein mit der Endung ${last4} ist abgelaufen. Entfernen Sie ihn.`,
    empty: (last4) => `Der Gutschein mit der Endung ${last4} ist aufgebraucht. Entfernen Sie ihn.`,
    otherCurrency: (last4) => `Der Gutschein mit der Endung ${last4} hat eine andere Währung. Entfernen Sie ihn.`,
    tooMany: (most) => `Eine Bestellung kann ${most} Gutscheine enthalten. Bestellen Sie weniger.`,
    spent: "Ein Gutschein wurde gerade eben eingelöst. Fragen Sie den Preis neu ab, und zeigen Sie, was noch zu zahlen ist.",
  },
};
