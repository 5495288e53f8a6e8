import { languageOf, type Language } from "../../lib/text/language.ts";

/** The words for the parts of an order, for its payer. */
export interface OrderWords {
  tax: string;
  shipping: string;
  order(number: number): string;
  /** The number of different items. */
  items(count: number): string;
}

/** In the locale's language where there is a translation, else in English. */
export function orderWords(locale: string): OrderWords {
  return words[languageOf(locale)];
}

const words: Readonly<Record<Language, OrderWords>> = {
  en: {
    tax: "Tax",
    shipping: "Shipping",
    order: (number) => `Order ${number}`,
    items: (count) => (count === 1 ? "1 item" : `${count} items`),
  },
  de: {
    tax: "Steuern",
    shipping: "Versand",
    order: (number) => `Bestellung ${number}`,
    items: (count) => `${count} Artikel`,
  },
  "pt-BR": {
    tax: "Impostos",
    shipping: "Frete",
    order: (number) => `Pedido ${number}`,
    items: (count) => (count === 1 ? "1 item" : `${count} itens`),
  },
};
