import { randomBytes, randomUUID } from "node:crypto";
import type { Role } from "../../server/src/lib/admin/roles.ts";
import { sendInvitation } from "../../server/src/features/people/team/tasks/invitation-mail.ts";
import { addToOutbox } from "../../server/src/lib/tasks/outbox.ts";
import { digestId } from "../../server/src/lib/text/digest-id.ts";
import { sha256 } from "../../server/src/lib/secrets/secret.ts";
import type { TestServer } from "./harness.ts";

type InvitingServer = Pick<TestServer, "deps">;
type SiteRef = { id: string };

export interface TestInvitation {
  id: string;
  email: string;
  /** Of its link, as if a mail had been sent. */
  token: string;
}

/** Stores an invitation whose mail was sent, without a request. */
export async function invite(
  { deps: { sql, ids, clock } }: InvitingServer,
  site: SiteRef,
  { email = `invited-${randomUUID()}@example.com`, role = "EDITOR", by }: { email?: string; role?: Role; by?: string } = {},
): Promise<TestInvitation> {
  const id = ids.next();
  const token = randomBytes(32).toString("base64url");
  const now = clock.now();
  await sql`
    insert into invitations (id, site_id, email, role, token_hash, invited_by, expires_at, sent_at, created_at)
    values (
      ${id}, ${site.id}, ${email}, ${role}, ${sha256(token)}, ${by ?? null}, ${new Date(now.getTime() + 7 * 24 * 60 * 60_000)}, ${now}, ${now}
    )`;
  return { id, email, token };
}

/** Makes room for more invitations and mails of a site: a matrix sends hundreds. */
export async function removeInvitations({ deps: { sql } }: InvitingServer, site: SiteRef): Promise<void> {
  await sql`delete from invitations where site_id = ${site.id}`;
  await sql`delete from attempts where site_id = ${site.id} and id = ${digestId("invitation mails")}`;
}

/** Adds the task that mails an invitation. */
export async function addInvitationTask(
  { deps: { sql, ids, clock } }: InvitingServer,
  { id: siteId }: SiteRef,
  invitationId: string,
): Promise<void> {
  await addToOutbox(sql, { now: clock.now(), ids }, sendInvitation, { siteId, invitationId });
}
