import type { payments as en } from "../en/payments.ts";

export const payments: typeof en = {
  payments: {
    title: "Pagamentos",
    text: "Os compradores pagam pela Stripe. O dinheiro vai para a sua conta lá.",
    state: "Vendas",
    takes: "A loja aceita pagamentos",
    takesHint: "Sem isso, ninguém consegue fazer pedidos.",
    keys: "Chaves da sua conta Stripe",
    keysHint: "As duas chaves estão no painel da Stripe, em Desenvolvedores. Depois de salva, uma chave secreta nunca mais é exibida.",
    ownersOnly: "Somente proprietários do site podem alterar chaves secretas.",
    publishableKey: "Chave publicável",
    publishableHint: "Qualquer pessoa pode conhecê-la.",
    secretKey: "Chave secreta",
    secretMissing: "Ainda não há nenhuma.",
    secretSet: "Há uma chave salva. Digite uma nova para substituí-la.",
    secretEnds: (lastFour) => `Há uma chave salva, que termina com ${lastFour}. Digite uma nova para substituí-la.`,
    events: "Notícias da Stripe",
    eventsText:
      "Crie no painel da Stripe um webhook com este endereço, para que a loja saiba quando um comprador pagou. Depois copie aqui o segredo de assinatura dele.",
    webhookAddress: "Endereço do webhook",
    webhookSecret: "Segredo de assinatura do webhook",
    saved: "As configurações de pagamento foram salvas.",
    test: "Teste",
    testText: "O servidor consulta a Stripe com as chaves salvas. Nenhum dinheiro é movimentado.",
    testSaved: "Salve primeiro as suas alterações. O teste usa as chaves salvas.",
    testNow: "Testar as chaves",
    testing: "O servidor está consultando a Stripe …",
    good: "Certo",
    bad: "Errado",
    checks: {
      settings: "Todas as configurações estão presentes.",
      keys: "As chaves são da mesma conta.",
      processor: "A Stripe conhece a chave secreta.",
    },
    problems: { rate_limited: "Testes demais em dez minutos. Tente novamente mais tarde." },
  },
};
