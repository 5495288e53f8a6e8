import { digestId } from "../text/digest-id.ts";
import type { Sql } from "../../ports/database.ts";
import { deletedAtOnce, deleteInBatches, deleteSiteBySite } from "../tasks/in-batches.ts";
import { piece } from "../sql/sql-statement.ts";

/** At most so many tries in a window, which begins with the first. */
export interface AttemptLimit {
  max: number;
  windowSeconds: number;
}

export interface Attempt {
  allowed: boolean;
  /** Until a new window begins. */
  retryAfterSeconds: number;
}

/**
 * Counts a try against the limit, in one statement that decides for all processes: a hundred at once are still no more
 * than `max`. A refused try is not counted. `what` names the counted thing; it is stored as a digest only.
 */
export async function countAttempt(
  sql: Sql,
  siteId: string,
  what: string,
  { max, windowSeconds }: AttemptLimit,
  now: Date,
): Promise<Attempt> {
  const { windowBegan, windowEnds } = windowAround(now, windowSeconds);
  const [counted] = await sql<{ count: number }>`
    insert into attempts (site_id, id, count, began_at)
    values (${siteId}, ${digestId(what)}, 1, ${now})
    on conflict (site_id, id) do update set
      count = case when attempts.began_at <= ${windowBegan} or attempts.began_at > ${windowEnds} then 1 else attempts.count + 1 end,
      began_at = case when attempts.began_at <= ${windowBegan} or attempts.began_at > ${windowEnds} then ${now} else attempts.began_at end
    where attempts.began_at <= ${windowBegan} or attempts.began_at > ${windowEnds} or attempts.count < ${max}
    returning count`;
  if (counted) return allowed;
  const [storedAttempt] = await sql<{ beganAt: Date }>`
    select began_at as "beganAt" from attempts where site_id = ${siteId} and id = ${digestId(what)}`;
  return refused(storedAttempt?.beganAt ?? now, windowSeconds, now);
}

/** The same for an attempt without a site. In a transaction another caller that counts the same waits for its end. */
export async function countGlobalAttempt(sql: Sql, what: string, { max, windowSeconds }: AttemptLimit, now: Date): Promise<Attempt> {
  const { windowBegan, windowEnds } = windowAround(now, windowSeconds);
  const [counted] = await sql<{ count: number }>`
    insert into global_attempts (id, count, began_at)
    values (${digestId(what)}, 1, ${now})
    on conflict (id) do update set
      count = case when global_attempts.began_at <= ${windowBegan} or global_attempts.began_at > ${windowEnds} then 1 else global_attempts.count + 1 end,
      began_at = case when global_attempts.began_at <= ${windowBegan} or global_attempts.began_at > ${windowEnds} then ${now} else global_attempts.began_at end
    where global_attempts.began_at <= ${windowBegan} or global_attempts.began_at > ${windowEnds} or global_attempts.count < ${max}
    returning count`;
  if (counted) return allowed;
  const [storedAttempt] = await sql<{ beganAt: Date }>`select began_at as "beganAt" from global_attempts where id = ${digestId(what)}`;
  return refused(storedAttempt?.beganAt ?? now, windowSeconds, now);
}

/** A window that begins later than the present one can end was started by a wrong clock: it is over as well. */
function windowAround(now: Date, windowSeconds: number): { windowBegan: Date; windowEnds: Date } {
  const [began, ends] = [now.getTime() - windowSeconds * 1_000, now.getTime() + windowSeconds * 1_000];
  return { windowBegan: new Date(began), windowEnds: new Date(ends) };
}

const allowed: Attempt = { allowed: true, retryAfterSeconds: 0 };

function refused(beganAt: Date, windowSeconds: number, now: Date): Attempt {
  const endsAtMs = beganAt.getTime() + windowSeconds * 1_000;
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1_000)) };
}

/** Takes back a counted try that turned out to be none. */
export async function forgetAttempt(sql: Sql, siteId: string, what: string): Promise<void> {
  await sql`update attempts set count = count - 1 where site_id = ${siteId} and id = ${digestId(what)} and count > 0`;
}

/** The same for a try without a site. */
export async function forgetGlobalAttempt(sql: Sql, what: string): Promise<void> {
  await sql`update global_attempts set count = count - 1 where id = ${digestId(what)} and count > 0`;
}

/** Resets the count. */
export async function removeAttempts(sql: Sql, siteId: string, whats: readonly string[]): Promise<void> {
  await sql`delete from attempts where site_id = ${siteId} and id = any (${whats.map(digestId)}::uuid[])`;
}

/** Deletes counts whose window began before. */
export async function removeOldAttempts(sql: Sql, before: Date): Promise<void> {
  await deleteSiteBySite(
    sql,
    piece`from sites join attempts as old on old.site_id = sites.id and old.began_at < ${before}`,
    (siteId) => sql<{ id: string }>`
      delete from attempts
      where site_id = ${siteId}
        and id in (select old.id from attempts as old where old.site_id = ${siteId} and old.began_at < ${before} limit ${deletedAtOnce})
        -- Looked at again once the row is ours: its window may have begun anew.
        and began_at < ${before}
      returning id`,
  );
}

/** The same for attempts without a site. */
export async function removeOldGlobalAttempts(sql: Sql, before: Date): Promise<void> {
  await deleteInBatches(
    () => sql<{ id: string }>`
      delete from global_attempts where id in (
        select id from global_attempts where began_at < ${before} limit ${deletedAtOnce}
      )
      -- Looked at again once the row is ours: its window may have begun anew.
      and began_at < ${before}
      returning id`,
  );
}
