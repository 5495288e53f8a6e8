import type { FormMailMessages } from "../messages.ts";

export const formMail: FormMailMessages = {
  subject: (form, site) => `Novo envio: ${form} – ${site}`,
  opening: (form, at) => `O formulário “${form}” foi enviado em ${at}:`,
  notAsked: "Não solicitado pelo formulário:",
  more: (count) => `… e mais ${count} campos, guardados com o envio.`,
  cut: (length) => `… (cortado: ${length} caracteres ao todo)`,
  reply: (address) =>
    `A resposta a este e-mail vai para ${address}, conforme informado no formulário. Ninguém verificou de quem é o endereço.`,
  footer: "Este e-mail foi enviado automaticamente.",
  yes: "Sim",
  no: "Não",
};
