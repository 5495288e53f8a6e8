import type { Language } from "../../lib/text/language.ts";
import { memberNoticeTexts, type MemberNoticeFacts } from "./members/notice-texts.ts";
import type { NoticeText } from "./notice.ts";
import { serverNoticeTexts, type ServerNoticeFacts } from "./server/notice-texts.ts";
import { factorNoticeTexts, type FactorNoticeFacts } from "./second-factors/notice-texts.ts";

/** The mails that tell an admin what has happened, by kind, with the facts that each names. A new kind is added here, in every language. */
export interface NoticeFacts extends FactorNoticeFacts, MemberNoticeFacts, ServerNoticeFacts {
  "new-browser": { browser: string };
  "password-changed": Record<never, never>;
  "second-factors-removed": Record<never, never>;
  "new-token": { token: string };
  /** To the former address. */
  "email-changed": { email: string };
  /** Something that the admin planned could not be published. */
  "schedule-failed": { title: string; site: string; reason: string };
  /** The same of a release. */
  "release-failed": { release: string; site: string; reason: string };
}
export type NoticeKind = keyof NoticeFacts;

interface NoticeTexts {
  /** On the link to the studio. */
  button: string;
  kinds: { readonly [Kind in NoticeKind]: NoticeText<NoticeFacts[Kind]> };
}

export const noticeTexts: Readonly<Record<Language, NoticeTexts>> = {
  en: {
    button: "Open the studio",
    kinds: {
      ...factorNoticeTexts.en,
      ...memberNoticeTexts.en,
      ...serverNoticeTexts.en,
      "new-browser": {
        subject: ({ service }) => `New sign-in to your account – ${service}`,
        opening: ({ service, at, facts }) =>
          `Somebody signed in to your account at ${service} from a browser that we do not know: ${facts.browser}, on ${at}. If that was you, all is well.`,
        closing: () => [
          "That was not you? Then somebody knows your password. Choose a new one right away: it signs everybody else out of your account.",
        ],
      },
      "password-changed": {
        subject: ({ service }) => `Your password was changed – ${service}`,
        opening: ({ service, at }) => `The password of your account at ${service} was changed on ${at}. If that was you, all is well.`,
        closing: () => [
          "That was not you? Then ask for a new password right away (“Forgot your password?”). Only you will get the link, and the new " +
            "password signs everybody else out of your account.",
        ],
      },
      "second-factors-removed": {
        subject: ({ service }) => `Your second factors were removed – ${service}`,
        opening: ({ service, at }) =>
          `On ${at}, the people who run ${service} removed the second factors of your account: authenticator app, passkeys and recovery codes. ` +
          `You are signed out everywhere, and sign in with your password alone.`,
        closing: () => ["You did not ask for this? Then tell the people who run the service right away."],
      },
      "new-token": {
        subject: ({ service }) => `New access token – ${service}`,
        opening: ({ service, at, facts }) =>
          `The personal access token “${facts.token}” of your account at ${service} was made on ${at}. If that was you, all is well.`,
        closing: () => [
          "That was not you? Then choose a new password right away (“Forgot your password?”): it signs everybody else out of your account, and " +
            "revokes all tokens.",
        ],
      },
      "email-changed": {
        subject: ({ service }) => `Your account has a new address – ${service}`,
        opening: ({ service, at, facts }) =>
          `Your account at ${service} has the address ${facts.email} since ${at}, and mails about it go there. If that was you, all is well.`,
        closing: () => ["That was not you? Then tell the people who run the service right away: only they can give you your account back."],
      },
      "schedule-failed": {
        subject: ({ service }) => `A planned publication did not happen – ${service}`,
        opening: ({ at, facts }) => `“${facts.title}” of ${facts.site} was to be published, and could not be on ${at}: ${facts.reason}`,
        closing: () => ["The public still sees the version before. Correct the draft, and publish or plan it again."],
      },
      "release-failed": {
        subject: ({ service }) => `A planned release did not happen – ${service}`,
        opening: ({ at, facts }) =>
          `The release “${facts.release}” of ${facts.site} was to be published, and could not be on ${at}: ${facts.reason}`,
        closing: () => ["Nothing of it was published. Remove what stands in the way, and publish or plan it again."],
      },
    },
  },
  de: {
    button: "Studio öffnen",
    kinds: {
      ...factorNoticeTexts.de,
      ...memberNoticeTexts.de,
      ...serverNoticeTexts.de,
      "new-browser": {
        subject: ({ service }) => `Neue Anmeldung in Ihrem Konto – ${service}`,
        opening: ({ service, at, facts }) =>
          `in Ihrem Konto bei ${service} hat sich jemand mit einem Browser angemeldet, den wir nicht kennen: ${facts.browser}, am ${at}. Wenn Sie das waren, ist alles in Ordnung.`,
        closing: () => [
          "Das waren Sie nicht? Dann kennt jemand Ihr Passwort. Legen Sie bitte gleich ein neues fest: Damit werden alle anderen aus Ihrem Konto abgemeldet.",
        ],
      },
      "password-changed": {
        subject: ({ service }) => `Ihr Passwort wurde geändert – ${service}`,
        opening: ({ service, at }) =>
          `das Passwort Ihres Kontos bei ${service} wurde am ${at} geändert. Wenn Sie das waren, ist alles in Ordnung.`,
        closing: () => [
          "Das waren Sie nicht? Dann fordern Sie bitte gleich ein neues Passwort an („Passwort vergessen?“). Den Link dafür erhalten nur Sie, " +
            "und mit dem neuen Passwort werden alle anderen aus Ihrem Konto abgemeldet.",
        ],
      },
      "second-factors-removed": {
        subject: ({ service }) => `Ihre zweiten Faktoren wurden entfernt – ${service}`,
        opening: ({ service, at }) =>
          `am ${at} hat der Betrieb von ${service} die zweiten Faktoren Ihres Kontos entfernt: Authenticator-App, Passkeys und Wiederherstellungscodes. ` +
          `Sie sind überall abgemeldet und melden sich nur noch mit Ihrem Passwort an.`,
        closing: () => ["Sie haben nicht darum gebeten? Dann wenden Sie sich bitte gleich an den Betrieb des Dienstes."],
      },
      "new-token": {
        subject: ({ service }) => `Neues Zugriffstoken – ${service}`,
        opening: ({ service, at, facts }) =>
          `das persönliche Zugriffstoken „${facts.token}“ Ihres Kontos bei ${service} wurde am ${at} erstellt. Wenn Sie das waren, ist alles in Ordnung.`,
        closing: () => [
          "Das waren Sie nicht? Dann legen Sie bitte gleich ein neues Passwort fest („Passwort vergessen?“): Damit werden alle anderen aus Ihrem Konto " +
            "abgemeldet und alle Token ungültig.",
        ],
      },
      "email-changed": {
        subject: ({ service }) => `Ihr Konto hat eine neue Adresse – ${service}`,
        opening: ({ service, at, facts }) =>
          `Ihr Konto bei ${service} hat seit dem ${at} die Adresse ${facts.email}, und E-Mails dazu gehen dorthin. Wenn Sie das waren, ist alles in Ordnung.`,
        closing: () => [
          "Das waren Sie nicht? Dann wenden Sie sich bitte gleich an den Betrieb des Dienstes: Nur er kann Ihnen Ihr Konto zurückgeben.",
        ],
      },
      "schedule-failed": {
        subject: ({ service }) => `Eine geplante Veröffentlichung hat nicht stattgefunden – ${service}`,
        opening: ({ at, facts }) =>
          `„${facts.title}“ von ${facts.site} sollte veröffentlicht werden; am ${at} war das nicht möglich: ${facts.reason}`,
        closing: () => [
          "Öffentlich ist weiterhin der bisherige Stand. Korrigieren Sie den Entwurf, und veröffentlichen oder planen Sie ihn erneut.",
        ],
      },
      "release-failed": {
        subject: ({ service }) => `Eine geplante Freigabe hat nicht stattgefunden – ${service}`,
        opening: ({ at, facts }) =>
          `Die Freigabe „${facts.release}“ von ${facts.site} sollte veröffentlicht werden; am ${at} war das nicht möglich: ${facts.reason}`,
        closing: () => [
          "Nichts davon wurde veröffentlicht. Beseitigen Sie, was im Weg steht, und veröffentlichen oder planen Sie die Freigabe erneut.",
        ],
      },
    },
  },
  "pt-BR": {
    button: "Abrir o estúdio",
    kinds: {
      ...factorNoticeTexts["pt-BR"],
      ...memberNoticeTexts["pt-BR"],
      ...serverNoticeTexts["pt-BR"],
      "new-browser": {
        subject: ({ service }) => `Novo acesso à sua conta – ${service}`,
        opening: ({ service, at, facts }) =>
          `Alguém entrou na sua conta em ${service} com um navegador que não conhecemos: ${facts.browser}, em ${at}. Se foi você, está tudo certo.`,
        closing: () => [
          "Não foi você? Então alguém sabe a sua senha. Crie uma nova agora mesmo: ela desconecta todas as outras pessoas da sua conta.",
        ],
      },
      "password-changed": {
        subject: ({ service }) => `Sua senha foi alterada – ${service}`,
        opening: ({ service, at }) => `A senha da sua conta em ${service} foi alterada em ${at}. Se foi você, está tudo certo.`,
        closing: () => [
          "Não foi você? Então peça agora mesmo uma nova senha (“Esqueci minha senha”). Só você recebe o link, e a nova senha desconecta " +
            "todas as outras pessoas da sua conta.",
        ],
      },
      "second-factors-removed": {
        subject: ({ service }) => `Seus segundos fatores foram removidos – ${service}`,
        opening: ({ service, at }) =>
          `Em ${at}, a equipe de ${service} removeu os segundos fatores da sua conta: aplicativo autenticador, chaves de acesso e códigos de recuperação. ` +
          `Todas as suas sessões foram encerradas, e você entra apenas com a senha.`,
        closing: () => ["Não foi você quem pediu? Então avise agora mesmo a equipe do serviço."],
      },
      "new-token": {
        subject: ({ service }) => `Novo token de acesso – ${service}`,
        opening: ({ service, at, facts }) =>
          `O token de acesso pessoal “${facts.token}” da sua conta em ${service} foi criado em ${at}. Se foi você, está tudo certo.`,
        closing: () => [
          "Não foi você? Então crie agora mesmo uma nova senha (“Esqueci minha senha”): ela desconecta todas as outras pessoas da sua conta e revoga " +
            "todos os tokens.",
        ],
      },
      "email-changed": {
        subject: ({ service }) => `Sua conta tem um novo endereço – ${service}`,
        opening: ({ service, at, facts }) =>
          `Sua conta em ${service} tem o endereço ${facts.email} desde ${at}, e os e-mails sobre ela vão para lá. Se foi você, está tudo certo.`,
        closing: () => ["Não foi você? Então avise agora mesmo a equipe do serviço: só ela pode devolver a sua conta."],
      },
      "schedule-failed": {
        subject: ({ service }) => `Uma publicação planejada não aconteceu – ${service}`,
        opening: ({ at, facts }) => `“${facts.title}” de ${facts.site} deveria ser publicado, e não foi possível em ${at}: ${facts.reason}`,
        closing: () => ["O público continua vendo a versão anterior. Corrija o rascunho e publique ou planeje de novo."],
      },
      "release-failed": {
        subject: ({ service }) => `Um lançamento planejado não aconteceu – ${service}`,
        opening: ({ at, facts }) =>
          `O lançamento “${facts.release}” de ${facts.site} deveria ser publicado, e não foi possível em ${at}: ${facts.reason}`,
        closing: () => ["Nada dele foi publicado. Remova o que o impede e publique ou planeje de novo."],
      },
    },
  },
};

export const noticeKinds = Object.keys(noticeTexts.en.kinds) as NoticeKind[];
