import type { Deps } from "../../deps.ts";
import { deletedAtOnce, deleteInBatches } from "../../lib/in-batches.ts";

const keptMs = 24 * 60 * 60_000;

/** Deletes challenges a day after they could last be verified, with the hash of the password, and counts whose window is long over. */
export async function removeEndedSignups({ sql, clock }: Pick<Deps, "sql" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await deleteInBatches(
    () => sql<{ id: string }>`
      delete from signup_challenges where id in (
        select id from signup_challenges where expires_at < ${before} limit ${deletedAtOnce}
      )
      returning id`,
  );
  await deleteInBatches(
    () => sql<{ id: string }>`
      delete from signup_attempts where id in (
        select id from signup_attempts where began_at < ${before} limit ${deletedAtOnce}
      )
      returning id`,
  );
}
