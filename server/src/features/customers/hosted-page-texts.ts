import type { Language } from "../../lib/text/language.ts";

export type PasswordFault = "too-short" | "too-long" | "too-common";

export interface PageText {
  heading: string;
  paragraphs(site: string): string[];
}

export interface HostedPageTexts {
  /** The way on, to the shop. */
  goTo(site: string): string;
  confirmEmail: PageText & { button: string };
  emailConfirmed: PageText;
  choosePassword: PageText & { label: string; hint: string; button: string; faults: Readonly<Record<PasswordFault, string>> };
  passwordChosen: PageText;
  disown: PageText & { button: string; otherwise: string };
  disowned: PageText;
  linkUnusable: PageText;
}

export const hostedPageTexts: Readonly<Record<Language, HostedPageTexts>> = {
  en: {
    goTo: (site) => `Go to ${site}`,
    confirmEmail: {
      heading: "Confirm your email address",
      paragraphs: (site) => [`Press the button, and ${site} knows that the address is yours.`],
      button: "Confirm my address",
    },
    emailConfirmed: {
      heading: "Thank you, your address is confirmed",
      paragraphs: () => ["That was all. You can close this page."],
    },
    choosePassword: {
      heading: "Choose a new password",
      paragraphs: (site) => [`It is for your account at ${site}.`],
      label: "New password",
      hint: "At least 8 characters. Several words in a row are easy to remember and hard to guess.",
      button: "Save password",
      faults: {
        "too-short": "That was too short. Please use at least 8 characters.",
        "too-long": "That was too long. Please use at most 200 characters.",
        "too-common": "Many people use this password, so it is quickly guessed. Please choose another.",
      },
    },
    passwordChosen: {
      heading: "Your new password is saved",
      paragraphs: () => ["You can sign in with it now. Wherever you were signed in before, you have been signed out."],
    },
    disown: {
      heading: "This account is not yours?",
      paragraphs: (site) => [
        `Somebody opened an account at ${site} with your email address. If it was not you, you can remove it here.`,
        "The account is deleted, and nobody can use it any more.",
      ],
      button: "Remove the account",
      otherwise: "It was you after all? Then close this page, and the account stays.",
    },
    disowned: {
      heading: "The account is removed",
      paragraphs: (site) => [`There is no account at ${site} with your email address any more. There is nothing else for you to do.`],
    },
    linkUnusable: {
      heading: "This link does not work any more",
      paragraphs: (site) => [
        "Perhaps it was used already, is too old, or a newer mail has replaced it.",
        `You still need it? Ask for a new mail at ${site}: when you sign in, or with “Forgot your password?”.`,
      ],
    },
  },
  de: {
    goTo: (site) => `Weiter zu ${site}`,
    confirmEmail: {
      heading: "E-Mail-Adresse bestätigen",
      paragraphs: (site) => [`Ein Klick auf die Schaltfläche, und ${site} weiß, dass die Adresse Ihnen gehört.`],
      button: "Adresse bestätigen",
    },
    emailConfirmed: {
      heading: "Vielen Dank, Ihre Adresse ist bestätigt",
      paragraphs: () => ["Das war schon alles. Sie können diese Seite schließen."],
    },
    choosePassword: {
      heading: "Neues Passwort festlegen",
      paragraphs: (site) => [`Es gilt für Ihr Konto bei ${site}.`],
      label: "Neues Passwort",
      hint: "Mindestens 8 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken und schwer zu erraten.",
      button: "Passwort speichern",
      faults: {
        "too-short": "Das war zu kurz. Bitte verwenden Sie mindestens 8 Zeichen.",
        "too-long": "Das war zu lang. Bitte verwenden Sie höchstens 200 Zeichen.",
        "too-common": "Dieses Passwort verwenden viele, deshalb ist es schnell erraten. Bitte wählen Sie ein anderes.",
      },
    },
    passwordChosen: {
      heading: "Ihr neues Passwort ist gespeichert",
      paragraphs: () => ["Sie können sich jetzt damit anmelden. Überall, wo Sie bisher angemeldet waren, wurden Sie abgemeldet."],
    },
    disown: {
      heading: "Dieses Konto gehört nicht Ihnen?",
      paragraphs: (site) => [
        `Jemand hat bei ${site} ein Konto mit Ihrer E-Mail-Adresse eröffnet. Wenn Sie das nicht waren, können Sie es hier entfernen.`,
        "Das Konto wird gelöscht, und niemand kann es mehr benutzen.",
      ],
      button: "Konto entfernen",
      otherwise: "Sie waren es doch? Dann schließen Sie einfach diese Seite: Das Konto bleibt bestehen.",
    },
    disowned: {
      heading: "Das Konto ist entfernt",
      paragraphs: (site) => [`Bei ${site} gibt es kein Konto mit Ihrer E-Mail-Adresse mehr. Sie müssen nichts weiter tun.`],
    },
    linkUnusable: {
      heading: "Dieser Link funktioniert nicht mehr",
      paragraphs: (site) => [
        "Vielleicht wurde er schon verwendet, ist zu alt oder wurde durch eine neuere E-Mail ersetzt.",
        `Sie brauchen ihn noch? Fordern Sie bei ${site} eine neue E-Mail an: beim Anmelden oder über „Passwort vergessen?“.`,
      ],
    },
  },
  "pt-BR": {
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
      faults: {
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
  },
};
