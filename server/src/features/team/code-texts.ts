import type { Language } from "../../lib/text/language.ts";

interface CodeText {
  subject(service: string): string;
  opening(service: string, code: string): string;
  closing: string[];
}

/** The mail with the code for a new address. */
export const codeTexts: Readonly<Record<Language, CodeText>> = {
  en: {
    subject: (service) => `Your code for the new address – ${service}`,
    opening: (service, code) => `You want to use this address for your account at ${service}. Enter this code there: ${code}`,
    closing: [
      "The code is valid for 1 hour.",
      "You did not ask for this? Then somebody mistyped their address. Nothing has happened, and you can ignore this mail.",
    ],
  },
  de: {
    subject: (service) => `Ihr Code für die neue Adresse – ${service}`,
    opening: (service, code) =>
      `Sie möchten diese Adresse für Ihr Konto bei ${service} verwenden. Geben Sie dort bitte diesen Code ein: ${code}`,
    closing: [
      "Der Code gilt 1 Stunde.",
      "Sie haben nichts angefordert? Dann hat sich jemand bei der Adresse vertippt. Es ist nichts passiert, und Sie können diese E-Mail ignorieren.",
    ],
  },
  "pt-BR": {
    subject: (service) => `Seu código para o novo endereço – ${service}`,
    opening: (service, code) => `Você quer usar este endereço na sua conta em ${service}. Digite lá este código: ${code}`,
    closing: [
      "O código vale por 1 hora.",
      "Não foi você quem pediu? Então alguém digitou o endereço errado. Nada aconteceu, e você pode ignorar este e-mail.",
    ],
  },
};
