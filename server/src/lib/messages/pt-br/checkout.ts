import type { CheckoutMessages } from "../messages.ts";

export const checkout: CheckoutMessages = {
  unavailable: "Este item não está mais à venda. Remova-o do carrinho.",
  notSoldInCurrency: (currency) => `Este item não é vendido em ${currency}. Remova-o do carrinho ou escolha outra moeda.`,
  outOfStock: (title, available) =>
    available === 0 ? `${title} está esgotado. Remova o item do carrinho.` : `A loja tem apenas ${available} de ${title}. Peça menos.`,
  addressMissing: "Informe o endereço para calcular o frete.",
  addressIncomplete: "Complete o endereço: ele precisa de nome ou empresa, rua e cidade.",
  notDeliverable: (country) => `A loja não entrega neste endereço (${country}). Escolha outro.`,
  notDeliverableIn: (currency, country) =>
    `Para pedidos em ${currency}, a loja não entrega neste endereço (${country}). Escolha outro endereço ou outra moeda.`,
  optionUnknown: "Esta forma de entrega não está disponível para o pedido. Escolha outra.",
  amountTooSmall: "O pedido não custa nada e não pode ser pago. Adicione um item com preço.",
  amountTooLarge: "O pedido custa mais do que se pode pagar de uma vez. Divida-o em vários pedidos.",
  discounts: {
    unknown: (code) => `A loja não conhece o código ${code}. Confira a grafia ou remova-o.`,
    notInCurrency: (code, currency) => `O código ${code} não vale para pedidos em ${currency}. Remova-o ou escolha outra moeda.`,
    notValidNow: (code) => `O código ${code} não vale neste momento. Remova-o.`,
    usedUp: (code) => `O código ${code} já foi usado. Remova-o.`,
    noItems: (code) => `O código ${code} vale para outros itens, que não estão no carrinho. Remova-o.`,
    minimumSubtotal: (code, amount) => `O código ${code} vale a partir de ${amount}. Adicione mais itens da promoção ou remova-o.`,
    minimumQuantity: (code, quantity) => `O código ${code} vale a partir de ${quantity} itens. Adicione mais deles ou remova-o.`,
    notCombined: (code) => `O código ${code} não pode ser combinado, e o pedido sai mais barato sem ele. Remova-o.`,
    buyerUnknown: (code) => `O código ${code} é limitado por cliente. Informe seu e-mail ou entre na sua conta.`,
    usedByBuyer: (code) => `Você já usou o código ${code} tantas vezes quanto possível. Remova-o.`,
    notFirstOrder: (code) => `O código ${code} vale somente para o primeiro pedido. Remova-o.`,
  },
  giftCards: {
    unknown: "A loja não conhece este cartão-presente. Confira a grafia do código ou remova-o.",
    blocked: (last4) => `O cartão-presente com final ${last4} está bloqueado. Fale com a loja ou remova-o.`,
    expired: (last4) => `O cartão-presente com final ${last4} venceu. Remova-o.`,
    empty: (last4) => `O cartão-presente com final ${last4} já foi usado por completo. Remova-o.`,
    otherCurrency: (last4) => `O cartão-presente com final ${last4} é de outra moeda. Remova-o.`,
    tooMany: (most) => `Um pedido pode ter ${most} cartões-presente. Peça menos.`,
    spent: "Um cartão-presente acabou de ser usado. Peça um novo cálculo e mostre ao comprador o que falta pagar.",
  },
};
