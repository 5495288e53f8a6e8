import type {
  GiftCardMailMessages,
  OrderMailMessages,
  OrderMessages,
  OrderNoticeMessages,
  OrderUpdateMessages,
  PaymentNoticeMessages,
} from "../messages.ts";

export const order: OrderMessages = {
  shippingAddress: "Endereço de entrega",
  tax: "Impostos",
  shipping: "Frete",
  taxIncluded: (title) => `Incluído: ${title}`,
  order: (number) => `Pedido ${number}`,
  items: (count) => (count === 1 ? "1 item" : `${count} itens`),
  lessGiftCards: "Menos cartões-presente",
  giftCard: (last4) => `Cartão-presente com final ${last4}`,
  toPay: "Pago por outros meios",
};

/** To the payer. */
export const orderMail: OrderMailMessages = {
  subject: (number, site) => `Seu pedido ${number} – ${site}`,
  opening: (site) => `Agradecemos a sua compra em ${site}. Recebemos o seu pagamento. Este é o seu pedido:`,
  subtotal: "Subtotal",
  total: "Total",
};

/** To whoever gets gift cards. */
export const giftCardMail: GiftCardMailMessages = {
  subject: (count, site) => (count === 1 ? `Seu cartão-presente – ${site}` : `Seus ${count} cartões-presente – ${site}`),
  opening: (count, site) =>
    count === 1 ? `Este é o seu cartão-presente para ${site}:` : `Estes são os seus ${count} cartões-presente para ${site}:`,
  expires: (day) => `válido até ${day}`,
  closing: "Informe o código no checkout. O que você não gastar fica no cartão. Guarde este e-mail: quem tem o código pode gastá-lo.",
};

/** To the people of the shop. */
export const orderNotice: OrderNoticeMessages = {
  subject: (number, site) => `Novo pedido ${number} – ${site}`,
  opening: (number) => `O pedido ${number} foi pago:`,
  buyer: (address) => `Comprador: ${address}. A resposta a este e-mail vai para este endereço.`,
  noAddress: "O comprador não informou um endereço de e-mail.",
  footer: "Este e-mail foi enviado automaticamente.",
};

/** To the buyer. */
export const orderUpdate: OrderUpdateMessages = {
  shipped: {
    subject: (number, site) => `Seu pedido ${number} está a caminho – ${site}`,
    opening: (number) => `O seu pedido ${number} está a caminho. O pacote contém:`,
    openingOfPart: (number) => `Uma parte do seu pedido ${number} está a caminho. O restante segue separadamente. O pacote contém:`,
    parcel: (names) => `Pacote: ${names}`,
    button: "Rastrear o pacote",
  },
  refunded: {
    subject: (number, site) => `Reembolso do seu pedido ${number} – ${site}`,
    opening: (number, amount) => `Reembolsamos ${amount} do seu pedido ${number} pelo meio de pagamento que você usou.`,
    duration: "Dependendo do seu banco, pode levar até dez dias para o valor aparecer.",
  },
  cancelled: {
    subject: (number, site) => `Seu pedido ${number} foi cancelado – ${site}`,
    opening: (number, site) => `O seu pedido ${number} em ${site} foi cancelado. Nada foi cobrado.`,
  },
};

/** To the people of the shop. */
export const paymentNotice: PaymentNoticeMessages = {
  order: (number) => `pedido ${number}`,
  payment: (id) => `pagamento ${id}`,
  disputed: {
    subject: (about) => `Contestação: ${about}`,
    report: ({ about, amount }) => `O comprador contestou ${amount} no banco (${about}).`,
    remedy: ({ deadline }) =>
      deadline === null
        ? "Responda à contestação no seu processador de pagamentos. Sem resposta, o comprador recebe o dinheiro de volta."
        : `Responda à contestação no seu processador de pagamentos até ${deadline}. Sem resposta, o comprador recebe o dinheiro de volta.`,
  },
  won: {
    subject: (about) => `Contestação ganha: ${about}`,
    report: ({ about, amount }) => `O banco decidiu a seu favor (${about}): você fica com ${amount}.`,
  },
  lost: {
    subject: (about) => `Contestação perdida: ${about}`,
    report: ({ about, amount }) => `O banco decidiu a favor do comprador (${about}), que recebe ${amount} de volta.`,
  },
  refundFailed: {
    subject: (about) => `Reembolso não concluído: ${about}`,
    report: ({ about, amount }) => `O reembolso de ${amount} não chegou ao comprador (${about}).`,
    remedy: () => "O dinheiro voltou para a sua conta no processador de pagamentos. Pague ao comprador de outra forma.",
  },
  reason: (code) => `Motivo: ${code}`,
  footer: "Este e-mail foi enviado automaticamente.",
};
