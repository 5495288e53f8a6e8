import { randomBytes } from "node:crypto";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import type { Sql } from "../../../../ports/database.ts";

export type ChallengePurpose = "SIGN_IN" | "REGISTER";

/** As long as browsers leave a person to find their key. */
export const challengeMs = 5 * 60_000;
const challengeBytes = 32;

export interface IssuedChallenge {
  id: string;
  /** In base64url, as browsers sign it. */
  challenge: string;
}

/** Stores a challenge that is answered once. With an account, it is for that one, and takes the place of an earlier one of the purpose. */
export async function issueChallenge(
  sql: Sql,
  { now, ids }: WriteContext,
  purpose: ChallengePurpose,
  adminId: string | null,
): Promise<IssuedChallenge> {
  const bytes: Uint8Array = randomBytes(challengeBytes);
  const id = ids.secret();
  if (adminId !== null) await sql`delete from passkey_challenges where admin_id = ${adminId} and purpose = ${purpose}`;
  await sql`
    insert into passkey_challenges (id, purpose, admin_id, challenge, expires_at, created_at)
    values (${id}, ${purpose}, ${adminId}, ${bytes}, ${new Date(now.getTime() + challengeMs)}, ${now})`;
  return { id, challenge: Buffer.from(bytes).toString("base64url") };
}

/** Uses a challenge up, whatever the answer to it is worth. Undefined: there is none, or it is too old. */
export async function useChallenge(
  sql: Sql,
  id: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<{ challenge: string; adminId: string | null } | undefined> {
  if (!isUuid(id)) return undefined;
  const [used] = await sql<{ challenge: Uint8Array; adminId: string | null; expiresAt: Date }>`
    delete from passkey_challenges where id = ${id} and purpose = ${purpose}
    returning challenge, admin_id as "adminId", expires_at as "expiresAt"`;
  if (!used || used.expiresAt <= now) return undefined;
  return { challenge: Buffer.from(used.challenge).toString("base64url"), adminId: used.adminId };
}
