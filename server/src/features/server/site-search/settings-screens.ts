import type { Permission } from "../../../lib/admin/roles.ts";
import { messages } from "../../../lib/messages/index.ts";
import type { SettingsScreen } from "../../../lib/messages/messages.ts";
import type { Language } from "../../../lib/text/language.ts";
import type { Candidate } from "./found.ts";

interface Screen {
  id: SettingsScreen;
  permission: Permission;
}

/** The screens of a site's settings, in the order of the studio. */
const screens: readonly Screen[] = [
  {
    id: "general",
    permission: "site:read",
  },
  {
    id: "locales",
    permission: "site:read",
  },
  {
    id: "keys",
    permission: "keys:write",
  },
  {
    id: "origins",
    permission: "site:read",
  },
  {
    id: "payments",
    permission: "settings:write",
  },
  {
    id: "mails",
    permission: "settings:write",
  },
  {
    id: "team",
    permission: "site:read",
  },
  {
    id: "audit",
    permission: "audit:read",
  },
  {
    id: "bundle",
    permission: "bundle:read",
  },
  {
    id: "danger",
    permission: "site:delete",
  },
];

/** The screens that the caller may open, in their language. */
export function screensFor(language: Language, may: (permission: Permission) => boolean): Candidate[] {
  return screens
    .filter(({ permission }) => may(permission))
    .map(({ id }) => {
      const [label, detail] = messages[language].settingsScreens[id];
      return { id, label, detail, isExact: false };
    });
}
