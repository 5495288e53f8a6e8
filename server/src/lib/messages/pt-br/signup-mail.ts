import type { SignupMailMessages } from "../messages.ts";

export const signupMail: SignupMailMessages = {
  subject: (site) => `Seu código – ${site}`,
  opening: (slug) => `Alguém, esperamos que você, quer abrir o site “${slug}” com este endereço. Para confirmar, digite este código:`,
  closing: (minutes) => [
    `O código vale uma única vez, por ${minutes} ${minutes === 1 ? "minuto" : "minutos"}. Se você pediu outro depois, só o mais recente funciona.`,
    "Não foi você? Então pode ignorar este e-mail: sem o código nada acontece. Não o informe a ninguém.",
  ],
};
