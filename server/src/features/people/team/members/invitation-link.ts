import type { Role } from "../../../../lib/admin/roles.ts";
import { isSecretForm } from "../../../../lib/admin/session-cookie.ts";
import { sha256 } from "../../../../lib/secrets/secret.ts";
import type { Sql } from "../../../../ports/database.ts";

/** The page of an invitation. Its secret stands in the fragment, which no browser sends: it reaches no log. */
export function invitationPage(publicUrl: string, secret: string): string {
  return `${publicUrl}/studio/invitation#token=${secret}`;
}

/** An invitation as the holder of its link sees it. */
export interface OpenInvitation {
  email: string;
  role: Role;
  site: { slug: string; name: string };
  invitedBy: string | null;
  /** An account has the address: it accepts by its own session. */
  hasAccount: boolean;
  /** The language of its mail. */
  locale: string;
  expiresAt: Date;
}

/** The invitation of a link. Undefined: there is none, or it is too old, was accepted or withdrawn, or has a later mail. */
export async function findInvitation(sql: Sql, secret: string, now: Date): Promise<OpenInvitation | undefined> {
  if (!isSecretForm(secret)) return undefined;
  const [row] = await sql<Omit<OpenInvitation, "site" | "role"> & { role: string; slug: string; siteName: string }>`
    select
      invitations.email,
      invitations.role,
      invitations.expires_at as "expiresAt",
      sites.slug,
      sites.name as "siteName",
      sites.default_locale as locale,
      inviters.name as "invitedBy",
      exists (select from admins where admins.email = invitations.email) as "hasAccount"
    from invitations
    join sites on sites.id = invitations.site_id and sites.deleted_at is null
    left join admins as inviters on inviters.id = invitations.invited_by
    where invitations.token_hash = ${sha256(secret)} and invitations.expires_at > ${now}`;
  if (!row) return undefined;
  const { slug, siteName, role, ...invitation } = row;
  return { ...invitation, role: role as Role, site: { slug, name: siteName } };
}
