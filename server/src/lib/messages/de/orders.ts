import type {
  GiftCardMailMessages,
  OrderMailMessages,
  OrderMessages,
  OrderNoticeMessages,
  OrderUpdateMessages,
  PaymentNoticeMessages,
} from "../messages.ts";

export const order: OrderMessages = {
  shippingAddress: "Lieferadresse",
  tax: "Steuern",
  shipping: "Versand",
  taxIncluded: (title) => `Enthalten: ${title}`,
  order: (number) => `Bestellung ${number}`,
  items: (count) => `${count} Artikel`,
  lessGiftCards: "Abzüglich Gutscheine",
  giftCard: (last4) => `Gutschein mit der Endung ${last4}`,
  toPay: "Anders bezahlt",
};

/** To the payer. */
export const orderMail: OrderMailMessages = {
  subject: (number, site) => `Ihre Bestellung ${number} – ${site}`,
  opening: (site) => `vielen Dank für Ihre Bestellung bei ${site}. Ihre Zahlung ist eingegangen. Das haben Sie bestellt:`,
  subtotal: "Zwischensumme",
  total: "Gesamtbetrag",
};

/** To whoever gets gift cards. */
export const giftCardMail: GiftCardMailMessages = {
  subject: (count, site) => (count === 1 ? `Ihr Gutschein – ${site}` : `Ihre ${count} Gutscheine – ${site}`),
  opening: (count, site) => (count === 1 ? `Das ist Ihr Gutschein für ${site}:` : `Das sind Ihre ${count} Gutscheine für ${site}:`),
  expires: (day) => `gültig bis ${day}`,
  closing:
    "Geben Sie den Code an der Kasse ein. Was Sie nicht ausgeben, bleibt auf dem Gutschein. Bewahren Sie diese Mail auf: Wer den Code hat, kann ihn ausgeben.",
};

/** To the people of the shop. */
export const orderNotice: OrderNoticeMessages = {
  subject: (number, site) => `Neue Bestellung ${number} – ${site}`,
  opening: (number) => `die Bestellung ${number} ist bezahlt:`,
  buyer: (address) => `Käufer: ${address}. Eine Antwort auf diese E-Mail geht an diese Adresse.`,
  noAddress: "Der Käufer hat keine E-Mail-Adresse angegeben.",
  footer: "Diese E-Mail wurde automatisch verschickt.",
};

/** To the buyer. */
export const orderUpdate: OrderUpdateMessages = {
  shipped: {
    subject: (number, site) => `Ihre Bestellung ${number} ist unterwegs – ${site}`,
    opening: (number) => `Ihre Bestellung ${number} ist unterwegs. Das ist im Paket:`,
    openingOfPart: (number) => `ein Teil Ihrer Bestellung ${number} ist unterwegs. Der Rest folgt getrennt. Das ist im Paket:`,
    parcel: (names) => `Paket: ${names}`,
    button: "Paket verfolgen",
  },
  refunded: {
    subject: (number, site) => `Erstattung zu Ihrer Bestellung ${number} – ${site}`,
    opening: (number, amount) => `wir haben ${amount} Ihrer Bestellung ${number} auf dem Weg erstattet, auf dem Sie bezahlt haben.`,
    duration: "Je nach Bank dauert es bis zu zehn Tage, bis das Geld bei Ihnen eingeht.",
  },
  cancelled: {
    subject: (number, site) => `Ihre Bestellung ${number} wurde storniert – ${site}`,
    opening: (number, site) => `Ihre Bestellung ${number} bei ${site} wurde storniert. Es wurde nichts abgebucht.`,
  },
};

/** To the people of the shop. */
export const paymentNotice: PaymentNoticeMessages = {
  order: (number) => `Bestellung ${number}`,
  payment: (id) => `Zahlung ${id}`,
  disputed: {
    subject: (about) => `Zahlungsanfechtung: ${about}`,
    report: ({ about, amount }) => `der Käufer hat bei seiner Bank ${amount} angefochten (${about}).`,
    remedy: ({ deadline }) =>
      deadline === null
        ? "Antworten Sie bei Ihrem Zahlungsdienst. Ohne Antwort bekommt der Käufer das Geld zurück."
        : `Antworten Sie bis zum ${deadline} bei Ihrem Zahlungsdienst. Ohne Antwort bekommt der Käufer das Geld zurück.`,
  },
  won: {
    subject: (about) => `Anfechtung gewonnen: ${about}`,
    report: ({ about, amount }) => `die Bank hat zu Ihren Gunsten entschieden (${about}): Sie behalten ${amount}.`,
  },
  lost: {
    subject: (about) => `Anfechtung verloren: ${about}`,
    report: ({ about, amount }) => `die Bank hat für den Käufer entschieden (${about}): Er bekommt ${amount} zurück.`,
  },
  refundFailed: {
    subject: (about) => `Erstattung fehlgeschlagen: ${about}`,
    report: ({ about, amount }) => `die Erstattung von ${amount} hat den Käufer nicht erreicht (${about}).`,
    remedy: () => "Das Geld ist wieder auf Ihrem Konto beim Zahlungsdienst. Zahlen Sie es dem Käufer auf anderem Weg aus.",
  },
  reason: (code) => `Grund: ${code}`,
  footer: "Diese E-Mail wurde automatisch verschickt.",
};
