import type { Deps } from "../../../../deps.ts";
import { removeOldGlobalAttempts } from "../../../../lib/limits/attempts.ts";
import { deletedAtOnce, deleteInBatches } from "../../../../lib/tasks/in-batches.ts";
import { hourMs, job } from "../../../../lib/tasks/job.ts";
import { idleMs, knownBrowserMs } from "../session-times.ts";

const dayMs = 24 * hourMs;
/** A person may ask why a session ended, or what an operator did in their site. */
const keptMs = 30 * dayMs;

/** Deletes sessions, links and tokens a month after their end, challenges of passkeys after a day, and browsers that nobody uses any more. */
export const removeSpentSessions = job(
  { name: "remove spent sessions", everyMs: hourMs, deletes: true },
  async ({ sql, clock }: Pick<Deps, "sql" | "clock">) => {
    const now = clock.now().getTime();
    const before = (ms: number) => new Date(now - ms);
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from admin_sessions where id in (
          select id from admin_sessions
          where ended_at < ${before(keptMs)} or expires_at < ${before(keptMs)} or last_seen_at < ${before(keptMs + idleMs)}
          limit ${deletedAtOnce}
        )
        returning id`,
    );
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from admin_tokens where id in (
          select id from admin_tokens where revoked_at < ${before(keptMs)} or expires_at < ${before(keptMs)} limit ${deletedAtOnce}
        )
        returning id`,
    );
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from admin_links where id in (select id from admin_links where expires_at < ${before(dayMs)} limit ${deletedAtOnce})
        returning id`,
    );
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from passkey_challenges where id in (
          select id from passkey_challenges where expires_at < ${before(dayMs)} limit ${deletedAtOnce}
        )
        returning id`,
    );
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from operator_entries where id in (
          select id from operator_entries where expires_at < ${before(keptMs)} limit ${deletedAtOnce}
        )
        returning id`,
    );
    await deleteInBatches(
      () => sql<{ id: string }>`
        delete from known_browsers where id in (
          select id from known_browsers where last_seen_at < ${before(knownBrowserMs)} limit ${deletedAtOnce}
        )
        returning id`,
    );
    // Invitations stay: their site decides.
    await removeOldGlobalAttempts(sql, before(dayMs));
  },
);
