import type { NoticeMessages } from "../messages.ts";

const notYou =
  "Das waren Sie nicht? Dann legen Sie bitte gleich ein neues Passwort fest: Damit werden alle anderen aus Ihrem Konto abgemeldet. " +
  "Prüfen Sie danach Ihre zweiten Faktoren.";

export const notices: NoticeMessages = {
  button: "Studio öffnen",
  kinds: {
    "totp-added": {
      subject: ({ service }) => `Authenticator-App hinzugefügt – ${service}`,
      opening: ({ service, at }) =>
        `zu Ihrem Konto bei ${service} wurde am ${at} eine Authenticator-App hinzugefügt. Bei der Anmeldung mit Ihrem Passwort wird ab jetzt ihr Code verlangt.`,
      closing: () => [notYou],
    },
    "totp-removed": {
      subject: ({ service }) => `Authenticator-App entfernt – ${service}`,
      opening: ({ service, at }) =>
        `die Authenticator-App Ihres Kontos bei ${service} wurde am ${at} entfernt. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou],
    },
    "passkey-added": {
      subject: ({ service }) => `Passkey hinzugefügt – ${service}`,
      opening: ({ service, at, facts }) =>
        `zu Ihrem Konto bei ${service} wurde am ${at} der Passkey „${facts.passkey}“ hinzugefügt. Mit ihm meldet man sich ohne Ihr Passwort an. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou],
    },
    "passkey-removed": {
      subject: ({ service }) => `Passkey entfernt – ${service}`,
      opening: ({ service, at, facts }) =>
        `der Passkey „${facts.passkey}“ Ihres Kontos bei ${service} wurde am ${at} entfernt. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou],
    },
    "recovery-codes-made": {
      subject: ({ service }) => `Neue Wiederherstellungscodes – ${service}`,
      opening: ({ service, at }) =>
        `für Ihr Konto bei ${service} wurden am ${at} neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr. Wenn Sie das waren, ist alles in Ordnung.`,
      closing: () => [notYou],
    },
    "recovery-code-used": {
      subject: ({ service }) => `Wiederherstellungscode verwendet – ${service}`,
      opening: ({ service, at, facts }) =>
        `am ${at} hat sich jemand mit Ihrem Passwort und einem Wiederherstellungscode in Ihrem Konto bei ${service} angemeldet. Übrige Wiederherstellungscodes: ${facts.left}.`,
      closing: () => [notYou],
    },
    "second-factor-failed": {
      subject: ({ service }) => `Jemand kennt Ihr Passwort – ${service}`,
      opening: ({ service, at }) =>
        `am ${at} hat jemand das Passwort Ihres Kontos bei ${service} und danach fünf falsche Codes eingegeben. Angemeldet ist diese Person nicht.`,
      closing: () => ["Das waren Sie nicht? Dann legen Sie bitte gleich ein neues Passwort fest: Jemand kennt das jetzige."],
    },
    "removed-from-site": {
      subject: ({ service, facts }) => `Sie gehören nicht mehr zu ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `Sie wurden am ${at} bei ${service} aus der Site „${facts.site}“ entfernt. Ihr Konto bleibt bestehen.`,
      closing: () => ["Wenn Sie das für einen Irrtum halten, fragen Sie bitte die Menschen, die die Site betreiben."],
    },
    "operator-entered": {
      subject: ({ service, facts }) => `Der Betrieb hat ${facts.site} betreten – ${service}`,
      opening: ({ service, at, facts }) =>
        `${facts.operator} vom Betrieb von ${service} hat am ${at} Ihre Site „${facts.site}“ betreten und hat dort für 1 Stunde die Rechte eines Inhabers. Der Grund: ${facts.reason}`,
      closing: () => [
        "Das Protokoll der Site enthält alles, was dabei geändert wird. Bei Fragen wenden Sie sich bitte an den Betrieb des Dienstes.",
      ],
    },
    "site-opened": {
      subject: ({ service, facts }) => `Die Site ${facts.site} gehört Ihnen – ${service}`,
      opening: ({ service, at, facts }) =>
        `der Betrieb von ${service} hat am ${at} die Site „${facts.site}“ für Sie angelegt. Sie sind mit Ihrem bisherigen Konto der Inhaber.`,
      closing: () => ["Sie wissen nichts davon? Dann wenden Sie sich bitte an den Betrieb des Dienstes."],
    },
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
    "review-asked": {
      subject: ({ facts }) => `${facts.asker} bittet Sie, „${facts.title}“ durchzusehen – ${facts.site}`,
      opening: ({ facts }) =>
        `${facts.asker} bittet Sie, „${facts.title}“ von ${facts.site} durchzusehen.${facts.note === "" ? "" : ` Dazu: „${facts.note}“`}`,
      closing: () => ["Kommentieren oder veröffentlichen Sie den Entwurf, oder melden Sie im Studio, dass Sie fertig sind."],
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
    "webhook-disabled": {
      subject: ({ service, facts }) => `Ein Webhook von ${facts.site} wurde deaktiviert – ${service}`,
      opening: ({ at, facts }) =>
        `Der Webhook „${facts.webhook}“ von ${facts.site} wurde am ${at} deaktiviert: Seit fünf Tagen ist keine Zustellung gelungen.`,
      closing: () => [
        "Bringen Sie den empfangenden Server in Ordnung, und aktivieren Sie den Webhook im Studio wieder. Was er in den letzten 30 Tagen verpasst hat, können Sie erneut zustellen lassen.",
      ],
    },
  },
};
