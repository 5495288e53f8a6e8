import type { ShopTexts } from "../shop-en.ts";

export const shipping: Pick<ShopTexts, "shipping"> = {
  shipping: {
    sendTitle: (count) => (count === 1 ? "Enviar 1 pedido" : `Enviar ${count} pedidos`),
    sendCount: (count) => (count === 1 ? "Marcar 1 como enviado" : `Marcar ${count} como enviados`),
    commonCarrier: "Transportadora de todos",
    commonCarrierHint: "Você pode indicar outra ao lado de um pedido.",
    commonUrl: "Link de rastreio de todos",
    commonUrlHint: "Escreva {number} no lugar do código de rastreio.",
    tellBuyers: "Avisar os compradores por e-mail",
    list: "Pedidos a enviar",
    carrierOf: (number) => `Transportadora do pedido ${number}`,
    trackingOf: (number) => `Código de rastreio do pedido ${number}`,
    mail: "E-mail",
    mailOf: (number) => `E-mail sobre o pedido ${number}`,
    pasteHint: "Cole uma coluna de códigos de rastreio em um campo, e ela preenche também as linhas abaixo. Enter leva ao próximo pedido.",
    pasted: (count) => (count === 1 ? "1 código de rastreio foi preenchido." : `${count} códigos de rastreio foram preenchidos.`),
    pastedTooMany: (count) =>
      count === 1
        ? "1 linha ficou de fora: não corresponde a nenhum pedido."
        : `${count} linhas ficaram de fora: não correspondem a nenhum pedido.`,
    sameNumber: (number) => `O pedido ${number} tem o mesmo código.`,
    tracked: (count, all) => `${count} de ${all} têm código de rastreio.`,
    nothing: "Nenhum destes pedidos pode ser enviado: não foram pagos ou já foram enviados.",
    leftOut: (count) =>
      count === 1
        ? "1 pedido selecionado ficou de fora: não foi pago ou já foi enviado."
        : `${count} pedidos selecionados ficaram de fora: não foram pagos ou já foram enviados.`,
    notSent: "Nada foi enviado. Resolva o que está indicado ao lado dos pedidos e tente de novo.",
    changed: "Este pedido foi alterado nesse meio-tempo. Confira de novo.",
    badTracking: "Estes dados de rastreio não são válidos. Encurte-os ou corrija o link.",
    sent: (count) => (count === 1 ? "1 pedido está marcado como enviado." : `${count} pedidos estão marcados como enviados.`),
    sentAndTold: (count, mails) =>
      `${count === 1 ? "1 pedido está marcado como enviado" : `${count} pedidos estão marcados como enviados`}, e ${mails === 1 ? "1 comprador recebe" : `${mails} compradores recebem`} um e-mail.`,
    cancel: "Cancelar pedidos",
    cancelTitle: (count) => (count === 1 ? "Cancelar 1 pedido?" : `Cancelar ${count} pedidos?`),
    cancelText: "Os compradores não poderão mais pagar, e os itens voltam ao estoque.",
    onlyUnpaid: (count) =>
      count === 1
        ? "1 pedido selecionado fica como está: só pedidos não pagos podem ser cancelados."
        : `${count} pedidos selecionados ficam como estão: só pedidos não pagos podem ser cancelados.`,
    cancelled: (count) => (count === 1 ? "1 pedido foi cancelado." : `${count} pedidos foram cancelados.`),
    notCancelled: "Não cancelados",
    notTried: "Não foi tentado, porque o processador de pagamentos demorou demais. Tente de novo.",
    atMost: (most) => `No máximo ${most} pedidos de uma vez.`,
    selectFirst: (most) => `Selecionar os primeiros ${most}`,
    slips: "Romaneios",
    slip: "Romaneio",
    print: "Imprimir",
    shipTo: "Entregar a",
    noShippingAddress: "Sem endereço de entrega",
    item: "Produto",
    sku: "Código (SKU)",
    quantity: "Quantidade",
    allUnits: "Total de itens",
    emptySlips: (numbers) => `Não há mais nada a enviar: ${numbers}.`,
    noSlips: "Não há mais nada a enviar. Selecione outros pedidos.",
  },
};
