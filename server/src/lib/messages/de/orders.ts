import type { OrderMailMessages, OrderMessages, OrderNoticeMessages } from "../messages.ts";

export const order: OrderMessages = {
  tax: "Steuern",
  shipping: "Versand",
  order: (number) => `Bestellung ${number}`,
  items: (count) => `${count} Artikel`,
};

/** To the payer. */
export const orderMail: OrderMailMessages = {
  subject: (number, site) => `Ihre Bestellung ${number} – ${site}`,
  opening: (site) => `vielen Dank für Ihre Bestellung bei ${site}. Ihre Zahlung ist eingegangen. Das haben Sie bestellt:`,
  subtotal: "Zwischensumme",
  total: "Gesamtbetrag",
};

/** To the people of the shop. */
export const orderNotice: OrderNoticeMessages = {
  subject: (number, site) => `Neue Bestellung ${number} – ${site}`,
  opening: (number) => `die Bestellung ${number} ist bezahlt:`,
  buyer: (address) => `Käufer: ${address}. Eine Antwort auf diese E-Mail geht an diese Adresse.`,
  noAddress: "Der Käufer hat keine E-Mail-Adresse angegeben.",
  footer: "Diese E-Mail wurde automatisch verschickt.",
};
