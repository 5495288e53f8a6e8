import type { SettingsScreenMessages } from "../messages.ts";

export const settingsScreens: SettingsScreenMessages = {
  general: ["General", "name currency time zone"],
  locales: ["Languages", "locales translations"],
  keys: ["API keys", "access public"],
  origins: ["Origins", "domains storefront CORS"],
  payments: ["Payments", "Stripe checkout"],
  mails: ["Mails", "e-mail notifications outbox"],
  team: ["Team", "members roles invitations"],
  audit: ["Audit log", "history changes"],
  bundle: ["Export and import", "bundle"],
  danger: ["Danger zone", "delete the site"],
};
