import type { share as english } from "../en/share.ts";

export const share: typeof english = {
  share: {
    title: "Compartilhar rascunho",
    text: "Quem tiver o link pode ler este rascunho em todos os idiomas, mesmo sem conta, até o link expirar.",
    life: "O link vale por",
    days: (count) => (count === 1 ? "1 dia" : `${count} dias`),
    create: "Criar link",
    link: "Link",
    once: "Copie o link agora: o estúdio não o mostra de novo.",
    links: "Links para este rascunho",
    none: "Nenhum link está ativo.",
    endsAt: (date) => `Vale até ${date}`,
    end: "Encerrar",
    endOf: (lastFour) => `Encerrar o link …${lastFour}`,
    ended: "O link foi encerrado.",
    noStorefront: "O link abre a loja. Informe o endereço dela nas configurações:",
    problems: {
      too_many_previews: "O site atingiu o limite de links. Encerre alguns.",
      preview_not_found: "Este link já foi encerrado.",
    },
  },
};
