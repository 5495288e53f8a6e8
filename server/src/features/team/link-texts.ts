import type { Language } from "../../lib/text/language.ts";

export type LinkMail = "reset-password" | "first-password";

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
    "first-password": {
      subject: (service) => `Your account – ${service}`,
      opening: (service) => `The people who run ${service} made an account for you. Choose its password here:`,
      button: "Choose a password",
      closing: [
        "The link is valid for 1 day and works once. After that, “Forgot your password?” mails you another one.",
        "You do not know of this? Then ignore this mail: nobody can sign in until a password is chosen.",
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
    "first-password": {
      subject: (service) => `Ihr Konto – ${service}`,
      opening: (service) => `Der Betrieb von ${service} hat ein Konto für Sie angelegt. Hier können Sie das Passwort dafür festlegen:`,
      button: "Passwort festlegen",
      closing: [
        "Der Link gilt 1 Tag und funktioniert nur einmal. Danach erhalten Sie mit „Passwort vergessen?“ einen neuen.",
        "Sie wissen nichts davon? Dann ignorieren Sie diese E-Mail bitte: Solange kein Passwort festgelegt ist, kann sich niemand anmelden.",
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
    "first-password": {
      subject: (service) => `Sua conta – ${service}`,
      opening: (service) => `A equipe de ${service} criou uma conta para você. Crie a senha dela aqui:`,
      button: "Criar senha",
      closing: [
        "O link vale por 1 dia e só funciona uma vez. Depois disso, “Esqueci minha senha” envia outro.",
        "Não sabe do que se trata? Então ignore este e-mail: ninguém entra enquanto não houver uma senha.",
      ],
    },
  },
};
