import type { Language } from "../../../lib/text/language.ts";
import type { NoticeText } from "../notice.ts";

/** Mails about the second factors of an account. */
export interface FactorNoticeFacts {
  "totp-added": Record<never, never>;
  "totp-removed": Record<never, never>;
  "passkey-added": { passkey: string };
  "passkey-removed": { passkey: string };
  "recovery-codes-made": Record<never, never>;
  "recovery-code-used": { left: string };
  /** The password was right, and five codes were wrong. */
  "second-factor-failed": Record<never, never>;
}

type FactorNoticeTexts = { readonly [Kind in keyof FactorNoticeFacts]: NoticeText<FactorNoticeFacts[Kind]> };

const notYou: Readonly<Record<Language, string>> = {
  en: "That was not you? Then choose a new password right away: it signs everybody else out of your account. Then look at your second factors.",
  de:
    "Das waren Sie nicht? Dann legen Sie bitte gleich ein neues Passwort fest: Damit werden alle anderen aus Ihrem Konto abgemeldet. " +
    "Prüfen Sie danach Ihre zweiten Faktoren.",
  "pt-BR":
    "Não foi você? Então crie agora mesmo uma nova senha: ela desconecta todas as outras pessoas da sua conta. " +
    "Depois confira os seus segundos fatores.",
};

export const factorNoticeTexts: Readonly<Record<Language, FactorNoticeTexts>> = {
  en: {
    "totp-added": {
      subject: ({ service }) => `Authenticator app added – ${service}`,
      opening: ({ service, at }) =>
        `An authenticator app was added to your account at ${service} on ${at}. From now on, a sign-in with your password asks for its code.`,
      closing: () => [notYou.en],
    },
    "totp-removed": {
      subject: ({ service }) => `Authenticator app removed – ${service}`,
      opening: ({ service, at }) =>
        `The authenticator app of your account at ${service} was removed on ${at}. If that was you, all is well.`,
      closing: () => [notYou.en],
    },
    "passkey-added": {
      subject: ({ service }) => `Passkey added – ${service}`,
      opening: ({ service, at, facts }) =>
        `The passkey “${facts.passkey}” was added to your account at ${service} on ${at}. It signs in without your password. If that was you, all is well.`,
      closing: () => [notYou.en],
    },
    "passkey-removed": {
      subject: ({ service }) => `Passkey removed – ${service}`,
      opening: ({ service, at, facts }) =>
        `The passkey “${facts.passkey}” of your account at ${service} was removed on ${at}. If that was you, all is well.`,
      closing: () => [notYou.en],
    },
    "recovery-codes-made": {
      subject: ({ service }) => `New recovery codes – ${service}`,
      opening: ({ service, at }) =>
        `New recovery codes were made for your account at ${service} on ${at}. The earlier ones are worth nothing. If that was you, all is well.`,
      closing: () => [notYou.en],
    },
    "recovery-code-used": {
      subject: ({ service }) => `A recovery code was used – ${service}`,
      opening: ({ service, at, facts }) =>
        `Somebody signed in to your account at ${service} with your password and a recovery code on ${at}. Recovery codes that are left: ${facts.left}.`,
      closing: () => [notYou.en],
    },
    "second-factor-failed": {
      subject: ({ service }) => `Somebody knows your password – ${service}`,
      opening: ({ service, at }) =>
        `On ${at}, somebody entered the password of your account at ${service}, and then five wrong codes. They are not signed in.`,
      closing: () => ["That was not you? Then choose a new password right away: somebody knows the present one."],
    },
  },
  de: {
    "totp-added": {
      subject: ({ service }) => `Authenticator-App hinzugefügt – ${service}`,
      opening: ({ service, at }) =>
        `zu Ihrem Konto bei ${service} wurde am ${at} eine Authenticator-App hinzugefügt. Bei der Anmeldung mit Ihrem Passwort wird ab jetzt ihr Code verlangt.`,
      closing: () => [notYou.de],
    },
    "totp-removed": {
      subject: ({ service }) => `Authenticator-App entfernt – ${service}`,
      opening: ({ service, at }) =>
        `die Authenticator-App Ihres Kontos bei ${service} wurde am ${at} entfernt. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou.de],
    },
    "passkey-added": {
      subject: ({ service }) => `Passkey hinzugefügt – ${service}`,
      opening: ({ service, at, facts }) =>
        `zu Ihrem Konto bei ${service} wurde am ${at} der Passkey „${facts.passkey}“ hinzugefügt. Mit ihm meldet man sich ohne Ihr Passwort an. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou.de],
    },
    "passkey-removed": {
      subject: ({ service }) => `Passkey entfernt – ${service}`,
      opening: ({ service, at, facts }) =>
        `der Passkey „${facts.passkey}“ Ihres Kontos bei ${service} wurde am ${at} entfernt. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou.de],
    },
    "recovery-codes-made": {
      subject: ({ service }) => `Neue Wiederherstellungscodes – ${service}`,
      opening: ({ service, at }) =>
        `für Ihr Konto bei ${service} wurden am ${at} neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou.de],
    },
    "recovery-code-used": {
      subject: ({ service }) => `Wiederherstellungscode verwendet – ${service}`,
      opening: ({ service, at, facts }) =>
        `am ${at} hat sich jemand mit Ihrem Passwort und einem Wiederherstellungscode in Ihrem Konto bei ${service} angemeldet. Übrige Wiederherstellungscodes: ${facts.left}.`,
      closing: () => [notYou.de],
    },
    "second-factor-failed": {
      subject: ({ service }) => `Jemand kennt Ihr Passwort – ${service}`,
      opening: ({ service, at }) =>
        `am ${at} hat jemand das Passwort Ihres Kontos bei ${service} und danach fünf falsche Codes eingegeben. Angemeldet ist diese Person nicht.`,
      closing: () => ["Das waren Sie nicht? Dann legen Sie bitte gleich ein neues Passwort fest: Jemand kennt das jetzige."],
    },
  },
  "pt-BR": {
    "totp-added": {
      subject: ({ service }) => `Aplicativo autenticador adicionado – ${service}`,
      opening: ({ service, at }) =>
        `Um aplicativo autenticador foi adicionado à sua conta em ${service} em ${at}. A partir de agora, a entrada com a sua senha pede o código dele.`,
      closing: () => [notYou["pt-BR"]],
    },
    "totp-removed": {
      subject: ({ service }) => `Aplicativo autenticador removido – ${service}`,
      opening: ({ service, at }) =>
        `O aplicativo autenticador da sua conta em ${service} foi removido em ${at}. Se foi você, está tudo certo.`,
      closing: () => [notYou["pt-BR"]],
    },
    "passkey-added": {
      subject: ({ service }) => `Chave de acesso adicionada – ${service}`,
      opening: ({ service, at, facts }) =>
        `A chave de acesso “${facts.passkey}” foi adicionada à sua conta em ${service} em ${at}. Com ela se entra sem a sua senha. Se foi você, está tudo certo.`,
      closing: () => [notYou["pt-BR"]],
    },
    "passkey-removed": {
      subject: ({ service }) => `Chave de acesso removida – ${service}`,
      opening: ({ service, at, facts }) =>
        `A chave de acesso “${facts.passkey}” da sua conta em ${service} foi removida em ${at}. Se foi você, está tudo certo.`,
      closing: () => [notYou["pt-BR"]],
    },
    "recovery-codes-made": {
      subject: ({ service }) => `Novos códigos de recuperação – ${service}`,
      opening: ({ service, at }) =>
        `Novos códigos de recuperação foram criados para a sua conta em ${service} em ${at}. Os anteriores não valem mais. Se foi você, está tudo certo.`,
      closing: () => [notYou["pt-BR"]],
    },
    "recovery-code-used": {
      subject: ({ service }) => `Código de recuperação usado – ${service}`,
      opening: ({ service, at, facts }) =>
        `Alguém entrou na sua conta em ${service} com a sua senha e um código de recuperação em ${at}. Códigos de recuperação restantes: ${facts.left}.`,
      closing: () => [notYou["pt-BR"]],
    },
    "second-factor-failed": {
      subject: ({ service }) => `Alguém sabe a sua senha – ${service}`,
      opening: ({ service, at }) =>
        `Em ${at}, alguém digitou a senha da sua conta em ${service} e depois cinco códigos errados. Essa pessoa não entrou.`,
      closing: () => ["Não foi você? Então crie agora mesmo uma nova senha: alguém sabe a atual."],
    },
  },
};
