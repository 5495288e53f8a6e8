import type { CustomerMailMessages } from "../messages.ts";
import { commonMail } from "./common-mail.ts";

export const customerMail: CustomerMailMessages = {
  ifThePageFails: "Se a página que abrir não ajudar, use esta:",
  "verify-email": {
    subject: (site) => `Confirme seu e-mail – ${site}`,
    opening: (site) => `Que bom que você criou uma conta em ${site}! Falta só um clique para confirmar que este e-mail é seu:`,
    button: "Confirmar meu e-mail",
    closing: ({ validFor }) => [`O link vale por ${validFor}.`],
    disown: {
      text: "Não foi você quem criou a conta? Então alguém usou o seu e-mail, talvez por engano. Você pode remover essa conta aqui:",
      link: "Não fui eu",
    },
  },
  "reset-password": {
    subject: (site) => `Crie uma nova senha – ${site}`,
    opening: (site) => `Você pediu uma nova senha para a sua conta em ${site}. Crie a senha aqui:`,
    button: "Criar nova senha",
    closing: ({ validFor }) => [
      `O link vale por ${validFor} e só funciona uma vez. Ao criar a nova senha, você também confirma que este e-mail é seu.`,
      "Não foi você quem pediu? Então nada aconteceu: sua senha continua a mesma, e você pode ignorar este e-mail.",
    ],
  },
  "password-changed": {
    subject: (site) => `Sua senha foi alterada – ${site}`,
    opening: (site) => `A senha da sua conta em ${site} acaba de ser alterada. Se foi você, está tudo certo.`,
    button: commonMail.goToShop,
    closing: ({ site }) => [
      `Não foi você? Então peça agora mesmo uma nova senha em ${site} (“Esqueci minha senha”). ` +
        "Só você recebe o link, e a nova senha desconecta todas as outras pessoas da sua conta.",
    ],
  },
  "change-email": {
    subject: (site) => `Confirme seu novo e-mail – ${site}`,
    opening: (site) => `A equipe de ${site} cadastrou este e-mail na sua conta. Ele substitui o anterior assim que você confirmar:`,
    button: "Confirmar meu novo e-mail",
    closing: ({ validFor }) => [
      `O link vale por ${validFor}. Depois disso, entre na sua conta com o novo e-mail.`,
      "Você não tem conta lá ou não pediu essa mudança? Então pode ignorar este e-mail: nada vai mudar.",
    ],
  },
  "email-change-requested": {
    subject: (site) => `Um novo e-mail para a sua conta – ${site}`,
    opening: (site) =>
      `A equipe de ${site} cadastrou um novo e-mail na sua conta. Ele substitui este assim que for confirmado. Se foi você quem pediu, está tudo certo.`,
    button: commonMail.goToShop,
    closing: ({ site }) => [`Não foi você quem pediu? Então avise agora mesmo a equipe de ${site}.`],
  },
};
