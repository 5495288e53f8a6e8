import { Type, type Static } from "typebox";
import type { Role } from "../../../../lib/admin/roles.ts";
import { Instant, Nullable, Uuid } from "../../../../lib/http/envelope.ts";
import { problem } from "../../../../lib/http/problem.ts";
import { piece, statement } from "../../../../lib/sql/sql-statement.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import type { Sql } from "../../../../ports/database.ts";
import { MemberRole } from "./member.ts";

export const invitationNotFound = problem("invitation_not_found", 404, "Invitation not found, or it has expired");

/** How long an invitation can be accepted after it was sent. */
export const invitationMs = 7 * 24 * 60 * 60_000;

/** An invitation as those see it who may invite. The link is in the mail alone. */
export const Invitation = Type.Object(
  {
    id: Uuid,
    email: Type.String({ examples: ["grace@example.com"] }),
    role: MemberRole,
    invitedBy: Nullable(Type.Object({ id: Uuid, name: Type.String() }, { additionalProperties: false })),
    createdAt: Instant,
    expiresAt: Instant,
    sentAt: Nullable(Type.String({ ...Instant, description: "When the latest mail was sent; null until then." })),
  },
  { $id: "Invitation", additionalProperties: false },
);
export type Invitation = Static<typeof Invitation>;

interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  inviterId: string | null;
  inviterName: string | null;
  createdAt: Date;
  expiresAt: Date;
  sentAt: Date | null;
}

/** A page of the invitations of a site, the latest first, and how many all pages have. */
export async function readInvitations(
  sql: Sql,
  siteId: string,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<{ invitations: Invitation[]; total: number }> {
  const [counted] = await sql<{ total: number }>`select count(*)::int as total from invitations where site_id = ${siteId}`;
  const rows = await sql<InvitationRow>(
    ...statement`
      select ${columns} from ${inviting} where invitations.site_id = ${siteId}
      order by invitations.created_at desc, invitations.id desc
      limit ${pageSize} offset ${offset}`,
  );
  return { invitations: rows.map(invitationOf), total: counted?.total ?? 0 };
}

export async function readInvitation(sql: Sql, siteId: string, id: string): Promise<Invitation | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sql<InvitationRow>(
    ...statement`select ${columns} from ${inviting} where invitations.site_id = ${siteId} and invitations.id = ${id}`,
  );
  return row && invitationOf(row);
}

const inviting = piece`invitations left join admins on admins.id = invitations.invited_by`;

const columns = piece`
      invitations.id,
      invitations.email,
      invitations.role,
      admins.id as "inviterId",
      admins.name as "inviterName",
      invitations.created_at as "createdAt",
      invitations.expires_at as "expiresAt",
      invitations.sent_at as "sentAt"`;

function invitationOf({ inviterId, inviterName, createdAt, expiresAt, sentAt, ...row }: InvitationRow): Invitation {
  return {
    ...row,
    invitedBy: inviterId !== null && inviterName !== null ? { id: inviterId, name: inviterName } : null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}
