import type { EmailCodeMessages, InvitationMessages, LinkMailMessages } from "../messages.ts";

export const emailCode: EmailCodeMessages = {
  subject: (service) => `Seu código para o novo endereço – ${service}`,
  opening: (service, code) => `Você quer usar este endereço na sua conta em ${service}. Digite lá este código: ${code}`,
  closing: [
    "O código vale por 1 hora.",
    "Não foi você quem pediu? Então alguém digitou o endereço errado. Nada aconteceu, e você pode ignorar este e-mail.",
  ],
};

export const linkMails: LinkMailMessages = {
  "reset-password": {
    subject: (service) => `Crie uma nova senha – ${service}`,
    opening: (service) => `Você pediu uma nova senha para a sua conta em ${service}. Crie a senha aqui:`,
    button: "Criar nova senha",
    closing: [
      "O link vale por 1 hora e só funciona uma vez. A nova senha encerra todas as suas sessões e revoga os seus tokens de acesso.",
      "Não foi você quem pediu? Então nada aconteceu: sua senha continua a mesma, e você pode ignorar este e-mail.",
    ],
  },
  "first-password": {
    subject: (service) => `Sua conta – ${service}`,
    opening: (service) => `A equipe de ${service} criou uma conta para você. Crie a senha dela aqui:`,
    button: "Criar senha",
    closing: [
      "O link vale por 1 dia e só funciona uma vez. Depois disso, “Esqueci minha senha” envia outro.",
      "Não sabe do que se trata? Então ignore este e-mail: ninguém entra enquanto não houver uma senha.",
    ],
  },
};

export const invitation: InvitationMessages = {
  subject: ({ service, site }) => `Convite para ${site} – ${service}`,
  opening: ({ service, site, inviter }) =>
    inviter === null
      ? `Você recebeu um convite para trabalhar no site “${site}” em ${service}. Veja o convite aqui:`
      : `${inviter} convida você para trabalhar no site “${site}” em ${service}. Veja o convite aqui:`,
  button: "Ver o convite",
  closing: ["O link vale por 1 semana.", "Não sabe quem é? Então ignore este e-mail. Nada acontece enquanto você não aceitar o convite."],
};
