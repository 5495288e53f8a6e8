import type { Language } from "../../lib/text/language.ts";

export type LinkMail = "reset-password";

interface LinkText {
  subject(service: string): string;
  opening(service: string): string;
  button: string;
  closing: string[];
}

/** Mails to admins with a link that works once. */
export const linkTexts: Readonly<Record<Language, Readonly<Record<LinkMail, LinkText>>>> = {
  en: {
    "reset-password": {
      subject: (service) => `Choose a new password – ${service}`,
      opening: (service) => `You asked for a new password for your account at ${service}. Choose it here:`,
      button: "Choose a new password",
      closing: [
        "The link is valid for 1 hour and works once. The new password signs you out everywhere and revokes your access tokens.",
        "You did not ask for this? Then nothing has happened: your password stays as it is, and you can ignore this mail.",
      ],
    },
  },
  de: {
    "reset-password": {
      subject: (service) => `Neues Passwort festlegen – ${service}`,
      opening: (service) => `Sie haben für Ihr Konto bei ${service} ein neues Passwort angefordert. Hier können Sie es festlegen:`,
      button: "Neues Passwort festlegen",
      closing: [
        "Der Link gilt 1 Stunde und funktioniert nur einmal. Mit dem neuen Passwort werden Sie überall abgemeldet, und Ihre Zugriffstoken werden ungültig.",
        "Sie haben nichts angefordert? Dann ist nichts passiert: Ihr Passwort bleibt, wie es ist, und Sie können diese E-Mail ignorieren.",
      ],
    },
  },
  "pt-BR": {
    "reset-password": {
      subject: (service) => `Crie uma nova senha – ${service}`,
      opening: (service) => `Você pediu uma nova senha para a sua conta em ${service}. Crie a senha aqui:`,
      button: "Criar nova senha",
      closing: [
        "O link vale por 1 hora e só funciona uma vez. A nova senha encerra todas as suas sessões e revoga os seus tokens de acesso.",
        "Não foi você quem pediu? Então nada aconteceu: sua senha continua a mesma, e você pode ignorar este e-mail.",
      ],
    },
  },
};
