import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { targetOf } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Page } from "../parts/page.tsx";
import styles from "./settings.module.css";

/** The sections, for those who may see them. */
const sections = [
  { path: "/settings", name: "general", permission: "site:read" },
  { path: "/settings/team", name: "team", permission: "site:read" },
  { path: "/settings/keys", name: "keys", permission: "keys:write" },
  { path: "/settings/payments", name: "payments", permission: "settings:write" },
  { path: "/settings/costs", name: "costs", permission: "settings:write" },
  { path: "/settings/mails", name: "mails", permission: "settings:write" },
  { path: "/settings/webhooks", name: "webhooks", permission: "webhooks:write" },
  { path: "/settings/audit", name: "audit", permission: "audit:read" },
  { path: "/settings/data", name: "data", permission: "bundle:read" },
] as const;

interface SettingsPageProps {
  title: string;
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the settings, with the way to the others. */
export function SettingsPage({ title, text, actions, children }: SettingsPageProps) {
  const { slug, may } = useSite();
  const { settings } = texts;
  return (
    <div className={styles.settings}>
      <nav aria-label={settings.sections} className={styles.sections}>
        {sections
          .filter(({ permission }) => may(permission))
          .map(({ path, name }) => (
            <Link
              key={name}
              {...targetOf(`/sites/${slug}${path}`)}
              className={styles.section ?? ""}
              activeOptions={{ exact: path === "/settings", includeSearch: false }}
            >
              {settings[name]}
            </Link>
          ))}
      </nav>
      <Page title={title} actions={actions} isNarrow {...(text === undefined ? {} : { text })}>
        {children}
      </Page>
    </div>
  );
}
