import type { CommonMailMessages } from "../messages.ts";

export const commonMail: CommonMailMessages = {
  greeting: (name) => (name ? `Olá, ${name}!` : "Olá!"),
  goToShop: "Ir para a loja",
  ifTheButtonFails: "Se o botão não funcionar, abra este endereço:",
  regards: "Atenciosamente",
  footer: "Este e-mail foi enviado automaticamente. As respostas não são lidas.",
};
