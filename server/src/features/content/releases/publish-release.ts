import { problem, ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Site } from "../../../lib/site.ts";
import { tryOut } from "../../../lib/sql/try-out.ts";
import type { Database, Sql, Transaction } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import { recordChange } from "../../people/audit/index.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import type { PublishDeps } from "../documents/index.ts";
import { applyRelease, lockPublishedSite, type PublishedSite, type Publishing } from "./apply-release.ts";
import { lockRelease, type LockedRelease } from "./lock-release.ts";
import { ReleaseProblem } from "./release.ts";

const shownProblems = 100;

export const releaseBlocked = problem("release_blocked", 409, "The release has problems that block it", {
  problems: { type: "array", items: ReleaseProblem, description: `At most ${shownProblems} of them.` },
  problemsTotal: { type: "integer" },
});

/** Of transactions that publish: a thousand documents are checked and written. */
export const publishingLimits = { statementTimeoutMs: 20_000 };

export interface ReleaseDeps extends PublishDeps {
  sql: Database;
  clock: { now(): Date };
  ids: Ids;
}

/** Throws `release_blocked` with all that stands in the way, if there is anything. */
export function refuseBlocked(problems: readonly ReleaseProblem[]): void {
  if (problems.length === 0) return;
  const members = { problems: problems.slice(0, shownProblems), problemsTotal: problems.length };
  throw new ProblemError(releaseBlocked, { detail: inWords(problems), members });
}

/** The first problem, and how many more there are. */
export function inWords([first, ...more]: readonly ReleaseProblem[]): string {
  if (!first) return "";
  const { title, path, message } = first;
  const sentence = [title === null ? "It" : `“${title}”`, path.slice(1), message].filter((part) => part !== "").join(" ");
  return `${sentence}.${more.length === 0 ? "" : ` There are ${more.length} more: check the release.`}`;
}

/** All that stands in the way of a release now. Changes nothing. Throws `release_not_found` or `release_published`. */
export function findProblems(deps: ReleaseDeps, site: Site, id: string, publishing: Publishing): Promise<ReleaseProblem[]> {
  const ctx = { now: deps.clock.now(), ids: deps.ids };
  const work = async (tx: Transaction) => {
    const published = await lockPublishedSite(tx, site);
    await lockRelease(tx, site.id, id);
    return applyRelease(tx, ctx, deps, published, id, publishing);
  };
  return tryOut(deps.sql, work, publishingLimits);
}

/** Publishes a held release, all of it or nothing. Throws `release_blocked`: the transaction must be undone then. */
export async function publishLocked(
  tx: Sql,
  ctx: WriteContext,
  deps: PublishDeps,
  site: PublishedSite,
  { id, name }: LockedRelease,
  publishing: Publishing,
): Promise<void> {
  refuseBlocked(await applyRelease(tx, ctx, deps, site, id, publishing));
  const siteId = site.site.id;
  const [published] = await tx<{ revision: number }>`
    update releases set
      state = 'PUBLISHED', published_at = ${ctx.now}, failure = null, updated_at = ${ctx.now}, revision = revision + 1
    where site_id = ${siteId} and id = ${id}
    returning revision`;
  if (!published) throw new Error("A held release vanished.");
  const target = { type: "release", id, label: name, revision: published.revision };
  const { actor, action } = publishing;
  await recordChange(tx, ctx, { actor, siteId, action, target, changes: [{ member: "state", to: "PUBLISHED" }] });
  await recordWebhookEvents(tx, ctx, siteId, [{ type: "release.published", data: { id, name } }]);
}
