import type { Deps } from "../../deps.ts";

const keptAfterMs = 24 * 60 * 60_000;

/** Deletes tokens that are used or too old, and counts whose window is long over. */
export async function removeSpentRows({ sql, clock }: Pick<Deps, "sql" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - keptAfterMs);
  await sql`
    delete from customer_tokens using sites
    where customer_tokens.site_id = sites.id and (customer_tokens.expires_at < ${before} or customer_tokens.used_at < ${before})`;
  await sql`delete from attempts using sites where attempts.site_id = sites.id and attempts.began_at < ${before}`;
}
