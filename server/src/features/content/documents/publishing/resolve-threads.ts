import type { Actor } from "../../../../lib/admin/identity.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";

/** Resolves what people said about drafts that are being published. */
export async function resolveThreads(
  tx: Sql,
  { now }: WriteContext,
  siteId: string,
  translationIds: readonly string[],
  actor: Actor,
): Promise<void> {
  await tx`
    update comment_threads set resolved_at = ${now}, resolved_because = 'PUBLICATION', resolved_by = ${actor.adminId ?? null}::uuid
    where site_id = ${siteId} and translation_id = any (${translationIds}::uuid[]) and resolved_at is null`;
}
