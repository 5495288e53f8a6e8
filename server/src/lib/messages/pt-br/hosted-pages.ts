import type { HostedPageMessages } from "../messages.ts";

export const hostedPages: HostedPageMessages = {
  goTo: (site) => `Ir para ${site}`,
  confirmEmail: {
    heading: "Confirme seu e-mail",
    paragraphs: (site) => [`Basta clicar no botão para ${site} saber que este e-mail é seu.`],
    button: "Confirmar meu e-mail",
  },
  emailConfirmed: {
    heading: "Tudo certo, e\u2011mail confirmado",
    paragraphs: () => ["Era só isso. Você já pode fechar esta página."],
  },
  choosePassword: {
    heading: "Crie uma nova senha",
    paragraphs: (site) => [`Ela vale para a sua conta em ${site}.`],
    label: "Nova senha",
    hint: "Pelo menos 8 caracteres. Várias palavras em sequência são fáceis de lembrar e difíceis de adivinhar.",
    button: "Salvar senha",
    errors: {
      "too-short": "A senha ficou curta. Use pelo menos 8 caracteres.",
      "too-long": "A senha ficou longa demais. Use no máximo 200 caracteres.",
      "too-common": "Muita gente usa esta senha, por isso ela é fácil de adivinhar. Escolha outra.",
    },
  },
  passwordChosen: {
    heading: "Sua nova senha foi salva",
    paragraphs: () => ["Você já pode entrar com ela. Nos lugares em que você estava conectado, a sessão foi encerrada."],
  },
  disown: {
    heading: "Esta conta não é sua?",
    paragraphs: (site) => [
      `Alguém criou uma conta em ${site} com o seu e-mail. Se não foi você, pode removê-la aqui.`,
      "A conta será excluída, e ninguém mais poderá usá-la.",
    ],
    button: "Remover a conta",
    otherwise: "Foi você? Então é só fechar esta página, e a conta continua como está.",
  },
  disowned: {
    heading: "A conta foi removida",
    paragraphs: (site) => [`Não há mais nenhuma conta em ${site} com o seu e-mail. Você não precisa fazer mais nada.`],
  },
  linkUnusable: {
    heading: "Este link não funciona mais",
    paragraphs: (site) => [
      "Talvez ele já tenha sido usado, esteja vencido ou tenha sido substituído por um e-mail mais novo.",
      `Ainda precisa dele? Peça um novo e-mail em ${site}: ao entrar na conta ou em “Esqueci minha senha”.`,
    ],
  },
};
