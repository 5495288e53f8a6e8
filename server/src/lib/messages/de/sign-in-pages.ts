import { html } from "../../text/html.ts";
import type { SignInPageMessages } from "../messages.ts";

export const signInPages: SignInPageMessages = {
  needsScript: "Diese Seite braucht JavaScript. Bitte erlauben Sie es für diese Adresse.",
  wait: "Einen Moment …",
  email: "E-Mail-Adresse",
  password: "Passwort",
  newPassword: "Neues Passwort",
  passwordHint: "Mindestens 8 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken und schwer zu erraten.",
  showPassword: "Passwort anzeigen",
  name: "Ihr Name",
  signIn: {
    title: "Anmelden",
    button: "Anmelden",
    passkey: "Mit Passkey anmelden",
    forgot: "Passwort vergessen?",
    signedOut: "Sie sind abgemeldet.",
  },
  code: {
    title: "Noch ein Schritt",
    hint: "Die 6 Ziffern Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.",
    label: "Code",
    button: "Weiter",
    passkey: "Stattdessen einen Passkey verwenden",
    again: "Von vorn beginnen",
  },
  forgot: {
    title: "Passwort vergessen?",
    lead: "Wir senden Ihnen einen Link, über den Sie ein neues Passwort festlegen.",
    button: "Link senden",
    back: "Zurück zur Anmeldung",
  },
  sent: {
    title: "Sehen Sie in Ihre E-Mails",
    lead: "Wenn es ein Konto mit dieser Adresse gibt, ist der Link unterwegs. Er funktioniert einmal, innerhalb einer Stunde.",
  },
  choose: {
    title: "Neues Passwort festlegen",
    lead: "Damit werden Sie überall abgemeldet, und Ihre Zugriffstoken werden ungültig.",
    button: "Passwort speichern",
  },
  chosen: { title: "Ihr neues Passwort ist gespeichert", lead: "Sie können sich jetzt damit anmelden.", button: "Anmelden" },
  unusable: {
    title: "Dieser Link funktioniert nicht mehr",
    lead: "Vielleicht wurde er schon verwendet, ist zu alt oder wurde durch einen neueren ersetzt.",
    button: "Neuen Link anfordern",
  },
  invitation: {
    title: "Sie sind eingeladen",
    invited: (inviter, site, role) => html`${inviter} lädt Sie ein, an ${site} mitzuarbeiten. Ihre Rolle: ${role}.`,
    invitedByNobody: (site, role) => html`Sie sind eingeladen, an ${site} mitzuarbeiten. Ihre Rolle: ${role}.`,
    newAccount: (email) => html`Wählen Sie einen Namen und ein Passwort für Ihr Konto. Sie melden sich mit ${email} an.`,
    accept: "Einladung annehmen",
    acceptAs: (name) => html`Als ${name} annehmen`,
    otherAccount: (email) => html`Die Einladung gilt für ${email}. Melden Sie sich mit dieser Adresse an, um sie anzunehmen.`,
    signIn: "Anmelden",
  },
  accepted: { title: "Willkommen", lead: (site) => html`Sie sind jetzt Mitglied von ${site}.`, button: "Weiter" },
  invitationUnusable: {
    title: "Diese Einladung funktioniert nicht mehr",
    lead: "Vielleicht wurde sie angenommen oder zurückgezogen, oder sie ist älter als eine Woche. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
  },
  roles: {
    VIEWER: "Betrachten",
    AUTHOR: "Schreiben",
    EDITOR: "Redaktion",
    SALES: "Verkauf",
    ADMIN: "Verwaltung",
    OWNER: "Inhaberschaft",
  },
  problems: {
    invalid_credentials: "Die Adresse oder das Passwort ist falsch. Bitte versuchen Sie es noch einmal.",
    second_factor_wrong: "Der Code ist falsch oder wurde schon verwendet. Bitte versuchen Sie es mit dem nächsten.",
    second_factor_form: "Ein Code hat 6 Ziffern, ein Wiederherstellungscode 16 Buchstaben und Ziffern. Bitte prüfen Sie Ihre Eingabe.",
    session_ended: "Die Anmeldung hat zu lange gedauert oder hatte zu viele falsche Codes. Bitte melden Sie sich noch einmal an.",
    link_spent:
      "Der Link wurde schon verwendet oder ist zu alt. Starten Sie den Server neu für einen weiteren, oder melden Sie sich mit Ihrem Passwort an.",
    passkey_invalid: "Kein Konto hat hier diesen Passkey. Bitte melden Sie sich mit Ihrem Passwort an.",
    passkey_failed:
      "Der Browser hat keinen Passkey verwendet. Bitte versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.",
    rate_limited: "Zu viele Versuche. Bitte warten Sie eine Viertelstunde, und versuchen Sie es dann noch einmal.",
    cross_site_request: "Der Server hat eine andere Adresse. Bitte öffnen Sie die Seite dort:",
    password_short: "Ein Passwort hat 8 bis 200 Zeichen. Bitte wählen Sie ein anderes.",
    password_common: "Dieses Passwort verwenden viele, deshalb ist es schnell erraten. Bitte wählen Sie ein anderes.",
    email_form: "Das ist keine E-Mail-Adresse. Bitte prüfen Sie sie.",
    email_taken: "Es gibt ein Konto mit dieser Adresse. Bitte melden Sie sich damit an.",
    invitation_for_another: "Die Einladung gilt für eine andere Adresse. Bitte melden Sie sich mit jener an.",
    offline: "Der Server antwortet nicht. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.",
    unknown:
      "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal, und nennen Sie denen, die den Server betreiben, diese Nummer, wenn es wieder geschieht:",
  },
};
