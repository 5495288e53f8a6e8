import type { Actor } from "../../../lib/admin/identity.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { conflictAbout, recordChange, type Change } from "../../people/audit/index.ts";
import { releasePublished, type ReleaseState } from "./release.ts";
import { releaseNotFound } from "../../../lib/admin/refusals.ts";

/** A release that nobody else changes until the transaction ends. */
export interface LockedRelease {
  id: string;
  name: string;
  state: ReleaseState;
  publishAt: Date | null;
  scheduledBy: string | null;
  revision: number;
}

/**
 * Holds a release that is not published yet, at the revision that somebody has seen, if they name one. A
 * transaction that holds more holds the site before it, and documents after it.
 */
export async function lockRelease(tx: Sql, siteId: string, id: string, seen?: number): Promise<LockedRelease> {
  const [release] = isUuid(id)
    ? await tx<Omit<LockedRelease, "state"> & { state: string }>`
        select id, name, state, publish_at as "publishAt", scheduled_by as "scheduledBy", revision
        from releases
        where site_id = ${siteId} and id = ${id}
        for update`
    : [];
  if (!release) throw new ProblemError(releaseNotFound);
  if (seen !== undefined && release.revision !== seen) throw await conflictAbout(tx, siteId, { type: "release", id }, release.revision);
  if (release.state === "PUBLISHED") {
    throw new ProblemError(releasePublished, { detail: "Make another release to change it again." });
  }
  return { ...release, state: release.state as ReleaseState };
}

/** Notes a change of what belongs to a held release. Resolves with its new revision. */
export async function touchRelease(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { id, name }: LockedRelease,
  { actor, action, changes }: { actor: Actor; action: string; changes: readonly Change[] },
): Promise<number> {
  const [touched] = await tx<{ revision: number }>`
    update releases set revision = revision + 1, updated_at = ${ctx.now}
    where site_id = ${siteId} and id = ${id}
    returning revision`;
  if (!touched) throw new Error("A held release vanished.");
  const target = { type: "release", id, label: name, revision: touched.revision };
  await recordChange(tx, ctx, { actor, siteId, action, target, changes });
  return touched.revision;
}
