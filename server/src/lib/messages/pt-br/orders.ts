import type { OrderMailMessages, OrderMessages, OrderNoticeMessages } from "../messages.ts";

export const order: OrderMessages = {
  tax: "Impostos",
  shipping: "Frete",
  order: (number) => `Pedido ${number}`,
  items: (count) => (count === 1 ? "1 item" : `${count} itens`),
};

/** To the payer. */
export const orderMail: OrderMailMessages = {
  subject: (number, site) => `Seu pedido ${number} – ${site}`,
  opening: (site) => `Agradecemos a sua compra em ${site}. Recebemos o seu pagamento. Este é o seu pedido:`,
  subtotal: "Subtotal",
  total: "Total",
};

/** To the people of the shop. */
export const orderNotice: OrderNoticeMessages = {
  subject: (number, site) => `Novo pedido ${number} – ${site}`,
  opening: (number) => `O pedido ${number} foi pago:`,
  buyer: (address) => `Comprador: ${address}. A resposta a este e-mail vai para este endereço.`,
  noAddress: "O comprador não informou um endereço de e-mail.",
  footer: "Este e-mail foi enviado automaticamente.",
};
