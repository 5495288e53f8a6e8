import type { Language } from "../../lib/text/language.ts";
import { commonMailTexts } from "../../lib/text/mail-layout.ts";

/** The words for a span of time: `7 days`, `1 Stunde`. */
export function spanText(language: Language, span: { days: number } | { hours: number }): string {
  const [unit, count] = "days" in span ? (["day", span.days] as const) : (["hour", span.hours] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** The text of one kind of email in one language. */
interface MailText {
  subject(site: string): string;
  /** Before the link. */
  opening(site: string): string;
  button: string;
  /** After the link. */
  closing(about: { site: string; validFor: string }): string[];
  /** For a recipient who did not request the email, with a link of its own. */
  disown?: { text: string; link: string };
}

export interface MailTexts {
  /** Before a second link, to our own page. */
  ifThePageFails: string;
  "verify-email": MailText;
  "reset-password": MailText;
  "password-changed": MailText;
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  en: {
    ifThePageFails: "If the page that it opens does not help, use this one:",
    "verify-email": {
      subject: (site) => `Please confirm your email address – ${site}`,
      opening: (site) => `Thank you for opening an account at ${site}. One click, and we know that this address is yours:`,
      button: "Confirm my address",
      closing: ({ validFor }) => [`The link is valid for ${validFor}.`],
      disown: {
        text: "You did not open an account? Then somebody used your address, perhaps by mistake. You can remove that account here:",
        link: "This was not me",
      },
    },
    "reset-password": {
      subject: (site) => `Choose a new password – ${site}`,
      opening: (site) => `You asked for a new password for your account at ${site}. Choose it here:`,
      button: "Choose a new password",
      closing: ({ validFor }) => [
        `The link is valid for ${validFor} and works once. Your new password also confirms that this address is yours.`,
        "You did not ask for this? Then nothing has happened: your password stays as it is, and you can ignore this mail.",
      ],
    },
    "password-changed": {
      subject: (site) => `Your password was changed – ${site}`,
      opening: (site) => `The password of your account at ${site} has just been changed. If that was you, all is well.`,
      button: commonMailTexts.en.goToShop,
      closing: ({ site }) => [
        `That was not you? Then please ask for a new password at ${site} right away (“Forgot your password?”). ` +
          "Only you will get the link, and the new password signs everybody else out of your account.",
      ],
    },
  },
  de: {
    ifThePageFails: "Falls die Seite, die sich öffnet, nicht weiterhilft, nehmen Sie diese:",
    "verify-email": {
      subject: (site) => `Bitte bestätigen Sie Ihre E-Mail-Adresse – ${site}`,
      opening: (site) =>
        `vielen Dank, dass Sie bei ${site} ein Konto eröffnet haben. Ein Klick genügt, und wir wissen, dass diese Adresse Ihnen gehört:`,
      button: "Adresse bestätigen",
      closing: ({ validFor }) => [`Der Link gilt ${validFor}.`],
      disown: {
        text: "Sie haben kein Konto eröffnet? Dann hat jemand Ihre Adresse angegeben, vielleicht aus Versehen. Hier können Sie dieses Konto entfernen:",
        link: "Das war ich nicht",
      },
    },
    "reset-password": {
      subject: (site) => `Neues Passwort festlegen – ${site}`,
      opening: (site) => `Sie haben für Ihr Konto bei ${site} ein neues Passwort angefordert. Hier können Sie es festlegen:`,
      button: "Neues Passwort festlegen",
      closing: ({ validFor }) => [
        `Der Link gilt ${validFor} und funktioniert nur einmal. Mit dem neuen Passwort ist zugleich bestätigt, dass diese Adresse Ihnen gehört.`,
        "Sie haben nichts angefordert? Dann ist nichts passiert: Ihr Passwort bleibt, wie es ist, und Sie können diese E-Mail ignorieren.",
      ],
    },
    "password-changed": {
      subject: (site) => `Ihr Passwort wurde geändert – ${site}`,
      opening: (site) => `das Passwort Ihres Kontos bei ${site} wurde soeben geändert. Wenn Sie das waren, ist alles in Ordnung.`,
      button: commonMailTexts.de.goToShop,
      closing: ({ site }) => [
        `Das waren Sie nicht? Dann fordern Sie bei ${site} bitte gleich ein neues Passwort an („Passwort vergessen?“). ` +
          "Den Link dafür erhalten nur Sie, und mit dem neuen Passwort werden alle anderen aus Ihrem Konto abgemeldet.",
      ],
    },
  },
  "pt-BR": {
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
      button: commonMailTexts["pt-BR"].goToShop,
      closing: ({ site }) => [
        `Não foi você? Então peça agora mesmo uma nova senha em ${site} (“Esqueci minha senha”). ` +
          "Só você recebe o link, e a nova senha desconecta todas as outras pessoas da sua conta.",
      ],
    },
  },
};
