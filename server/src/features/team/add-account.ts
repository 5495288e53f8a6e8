import type { Saving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";

/** Makes an account; without a password, nobody can sign in yet. Resolves with its id; undefined when the address has an account. */
export async function addAccount(
  tx: Sql,
  { now, ids }: Saving,
  { email, passwordHash }: { email: string; passwordHash: string | null },
): Promise<string | undefined> {
  const [admin] = await tx<{ id: string }>`
    insert into admins (id, email, name, password_hash, created_at, updated_at)
    values (${ids.next()}, ${email}, ${nameFrom(email)}, ${passwordHash}, ${now}, ${now})
    on conflict (email) do nothing
    returning id`;
  return admin?.id;
}

/** A name for an account whose owner gave none yet. */
function nameFrom(email: string): string {
  return email.slice(0, email.lastIndexOf("@"));
}
