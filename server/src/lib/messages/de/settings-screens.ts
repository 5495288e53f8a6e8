import type { SettingsScreenMessages } from "../messages.ts";

export const settingsScreens: SettingsScreenMessages = {
  general: ["Allgemein", "Name Währung Zeitzone"],
  locales: ["Sprachen", "Übersetzungen"],
  keys: ["API-Schlüssel", "Zugang öffentlich"],
  origins: ["Herkunft", "Domains Storefront CORS"],
  payments: ["Zahlungen", "Stripe Kasse"],
  mails: ["E-Mails", "Mail Benachrichtigungen"],
  team: ["Team", "Mitglieder Rollen Einladungen"],
  audit: ["Protokoll", "Verlauf Änderungen Audit"],
  bundle: ["Export und Import", "Bundle"],
  danger: ["Gefahrenzone", "Site löschen"],
};
