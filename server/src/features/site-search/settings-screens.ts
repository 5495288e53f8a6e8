import type { Permission } from "../../lib/admin/roles.ts";
import type { Language } from "../../lib/text/language.ts";
import type { Candidate } from "./found.ts";

interface Screen {
  id: string;
  permission: Permission;
  /** The name, and further words by which people look for it. */
  names: Readonly<Record<Language, readonly [string, string]>>;
}

/** The screens of a site's settings, in the order of the studio. */
const screens: readonly Screen[] = [
  {
    ...{ id: "general", permission: "site:read" },
    names: {
      en: ["General", "name currency time zone"],
      de: ["Allgemein", "Name Währung Zeitzone"],
      "pt-BR": ["Geral", "nome moeda fuso horário"],
    },
  },
  {
    ...{ id: "locales", permission: "site:read" },
    names: { en: ["Languages", "locales translations"], de: ["Sprachen", "Übersetzungen"], "pt-BR": ["Idiomas", "línguas traduções"] },
  },
  {
    ...{ id: "keys", permission: "keys:write" },
    names: { en: ["API keys", "access public"], de: ["API-Schlüssel", "Zugang öffentlich"], "pt-BR": ["Chaves de API", "acesso público"] },
  },
  {
    ...{ id: "origins", permission: "site:read" },
    names: {
      en: ["Origins", "domains storefront CORS"],
      de: ["Herkunft", "Domains Storefront CORS"],
      "pt-BR": ["Origens", "domínios loja CORS"],
    },
  },
  {
    ...{ id: "payments", permission: "settings:write" },
    names: { en: ["Payments", "Stripe checkout"], de: ["Zahlungen", "Stripe Kasse"], "pt-BR": ["Pagamentos", "Stripe checkout"] },
  },
  {
    ...{ id: "mails", permission: "settings:write" },
    names: {
      en: ["Mails", "e-mail notifications outbox"],
      de: ["E-Mails", "Mail Benachrichtigungen"],
      "pt-BR": ["E-mails", "notificações"],
    },
  },
  {
    ...{ id: "team", permission: "site:read" },
    names: {
      en: ["Team", "members roles invitations"],
      de: ["Team", "Mitglieder Rollen Einladungen"],
      "pt-BR": ["Equipe", "membros papéis convites"],
    },
  },
  {
    ...{ id: "audit", permission: "audit:read" },
    names: {
      en: ["Audit log", "history changes"],
      de: ["Protokoll", "Verlauf Änderungen Audit"],
      "pt-BR": ["Registro de alterações", "histórico auditoria"],
    },
  },
  {
    ...{ id: "bundle", permission: "bundle:read" },
    names: { en: ["Export and import", "bundle"], de: ["Export und Import", "Bundle"], "pt-BR": ["Exportar e importar", "bundle"] },
  },
  {
    ...{ id: "danger", permission: "site:delete" },
    names: { en: ["Danger zone", "delete the site"], de: ["Gefahrenzone", "Site löschen"], "pt-BR": ["Zona de perigo", "excluir o site"] },
  },
];

/** The screens that the caller may open, in their language. */
export function screensFor(language: Language, may: (permission: Permission) => boolean): Candidate[] {
  return screens
    .filter(({ permission }) => may(permission))
    .map(({ id, names }) => ({ id, label: names[language][0], detail: names[language][1], isExact: false }));
}
