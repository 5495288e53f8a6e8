import type { CheckoutMessages } from "../messages.ts";

export const checkout: CheckoutMessages = {
  unavailable: "Este item não está mais à venda. Remova-o do carrinho.",
  outOfStock: (title, available) =>
    available === 0 ? `${title} está esgotado. Remova o item do carrinho.` : `A loja tem apenas ${available} de ${title}. Peça menos.`,
  addressMissing: "Informe o endereço para calcular o frete.",
  addressIncomplete: "Complete o endereço: ele precisa de nome ou empresa, rua e cidade.",
  notDeliverable: (country) => `A loja não entrega neste endereço (${country}). Escolha outro.`,
  optionUnknown: "Esta forma de entrega não está disponível para o pedido. Escolha outra.",
  amountTooSmall: "O pedido não custa nada e não pode ser pago. Adicione um item com preço.",
  amountTooLarge: "O pedido custa mais do que se pode pagar de uma vez. Divida-o em vários pedidos.",
};
