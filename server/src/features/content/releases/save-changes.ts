import { ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CatalogChange } from "../bundle/index.ts";
import type { LockedRelease } from "./lock-release.ts";
import { readReleaseChanges } from "./read-release.ts";
import { releaseBounds, type ReleaseChange } from "./release.ts";
import { releaseFull } from "./save-item.ts";

/** Adds changes of the shop to a locked release, in their order. Throws `release_full`. */
export async function saveChanges(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  release: LockedRelease,
  changes: readonly CatalogChange[],
  adminId: string,
): Promise<ReleaseChange[]> {
  const ids = changes.map(() => ctx.ids.next());
  await tx`
    insert into release_changes (site_id, id, release_id, kind, target_id, patch, seen_variants, added_by, added_at)
    select ${siteId}, added.id, ${release.id}, added.kind, added.target_id, added.patch::json, added.seen_variants::json, ${adminId}::uuid, ${ctx.now}
    from unnest(
      ${ids}::uuid[],
      ${changes.map(({ kind }) => kind)}::text[],
      ${changes.map(({ targetId }) => targetId)}::uuid[],
      ${changes.map(({ patch }) => JSON.stringify(patch))}::text[],
      ${changes.map(({ seenVariants }) => (seenVariants === null ? null : JSON.stringify(seenVariants)))}::text[]
    ) as added (id, kind, target_id, patch, seen_variants)`;
  const [size] = await tx<{ changes: number; bytes: number }>`
    select count(*)::int as changes, coalesce(sum(octet_length(patch::text) + coalesce(octet_length(seen_variants::text), 0)), 0)::float8 as bytes
    from release_changes where site_id = ${siteId} and release_id = ${release.id}`;
  if (size && (size.changes > releaseBounds.changes || size.bytes > releaseBounds.changeBytes)) {
    const most = `${releaseBounds.changes} changes of the shop at most, with ${releaseBounds.changeBytes / 2 ** 20} MiB`;
    throw new ProblemError(releaseFull, { detail: `A release has ${most}. Make another one for the rest.` });
  }
  return readReleaseChanges(tx, siteId, release.id, ids);
}
