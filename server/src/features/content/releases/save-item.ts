import { invalidMember, problem, ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { freezeDraft, type LockedTranslation } from "../documents/index.ts";
import type { LockedRelease } from "./lock-release.ts";
import { releaseBounds, type itemActions } from "./release.ts";

export const releaseFull = problem("release_full", 409, "The release has reached its limit of items");

/** Puts a held translation into a held release, in place of what was to become of it. Its draft is frozen if it is to be published. */
export async function saveItem(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  release: LockedRelease,
  translation: LockedTranslation,
  { action, adminId }: { action: (typeof itemActions)[number]; adminId: string },
): Promise<void> {
  const { id: translationId, draft, published, revision } = translation;
  if (action === "PUBLISH" && draft === null)
    throw invalidMember("/action", "unchanged", "has nothing to publish: the draft is published already");
  if (action === "UNPUBLISH" && published === null) throw invalidMember("/action", "unpublished", "has nothing to unpublish");
  const versionId = action === "PUBLISH" ? await freezeDraft(tx, ctx, siteId, translation) : null;
  const bytes = action === "PUBLISH" ? Buffer.byteLength(draft ?? "") : 0;
  await tx`
    insert into release_items (site_id, id, release_id, translation_id, action, version_id, revision, bytes, added_by, added_at)
    values (
      ${siteId}, ${ctx.ids.next()}, ${release.id}, ${translationId}, ${action}, ${versionId}::uuid, ${revision}, ${bytes}, ${adminId}::uuid,
      ${ctx.now}
    )
    on conflict (site_id, release_id, translation_id) do update set
      action = excluded.action,
      version_id = excluded.version_id,
      revision = excluded.revision,
      bytes = excluded.bytes,
      added_by = excluded.added_by,
      added_at = excluded.added_at`;
  const [size] = await tx<{ items: number; bytes: number }>`
    select count(*)::int as items, coalesce(sum(bytes), 0)::float8 as bytes
    from release_items where site_id = ${siteId} and release_id = ${release.id}`;
  const { items, itemBytes } = releaseBounds;
  if (size && (size.items > items || size.bytes > itemBytes)) {
    const detail = `A release has ${items} items at most, with ${itemBytes / 2 ** 20} MiB of content. Make another one for the rest.`;
    throw new ProblemError(releaseFull, { detail });
  }
}
