import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Language } from "../../../lib/text/language.ts";
import type { Sql } from "../../../ports/database.ts";

interface NewAccount {
  email: string;
  passwordHash: string | null;
  /** Absent: one made of the address. */
  name?: string;
  /** Of mails. */
  locale?: Language;
}

/** Makes an account; without a password, nobody can sign in yet. Resolves with its id; undefined when the address has an account. */
export async function addAccount(
  tx: Sql,
  { now, ids }: WriteContext,
  { email, passwordHash, name = nameFrom(email), locale = "en" }: NewAccount,
): Promise<string | undefined> {
  const [admin] = await tx<{ id: string }>`
    insert into admins (id, email, name, locale, password_hash, created_at, updated_at)
    values (${ids.next()}, ${email}, ${name}, ${locale}, ${passwordHash}, ${now}, ${now})
    on conflict (email) do nothing
    returning id`;
  return admin?.id;
}

/** A name for an account whose owner gave none yet. */
function nameFrom(email: string): string {
  return email.slice(0, email.lastIndexOf("@"));
}
