import type { Saving } from "../../lib/published/saving.ts";
import type { Sql } from "../../ports/database.ts";

/** Makes an account and the owner of a site of it. Resolves with its id; undefined when the address has an account. */
export async function addOwner(
  tx: Sql,
  { now, ids }: Saving,
  siteId: string,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<string | undefined> {
  const [admin] = await tx<{ id: string }>`
    insert into admins (id, email, name, password_hash, created_at, updated_at)
    values (${ids.next()}, ${email}, ${nameFrom(email)}, ${passwordHash}, ${now}, ${now})
    on conflict (email) do nothing
    returning id`;
  if (!admin) return undefined;
  await tx`
    insert into members (site_id, id, admin_id, role, created_at)
    values (${siteId}, ${ids.next()}, ${admin.id}, 'OWNER', ${now})`;
  return admin.id;
}

/** A name for an account whose owner gave none yet. */
function nameFrom(email: string): string {
  return email.slice(0, email.lastIndexOf("@"));
}
