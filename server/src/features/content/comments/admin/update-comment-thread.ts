import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { lockThread, threadTarget } from "../lock-thread.ts";
import { readThread } from "../read-threads.ts";
import { CommentThread, threadBase, threadNotFound, ThreadParams } from "../thread.ts";

/** Resolves a thread, or opens it again. */
export const updateCommentThread = operation(
  {
    id: "updateCommentThread",
    method: "PATCH",
    path: threadBase,
    access: "member",
    permission: "content:write",
    cors: "closed",
    problems: [threadNotFound],
    tags: ["Content"],
    summary: "Resolve a comment thread, or reopen it",
    params: ThreadParams,
    body: Type.Object({ resolved: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    response: { 200: Single(CommentThread) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, admin, body } = request;
      const ctx = { now: clock.now(), ids };
      const thread = await sql.begin(async (tx) => {
        const lockedThread = await lockThread(tx, site.id, params.id);
        const { id, isResolved } = lockedThread;
        const resolved = body.resolved ?? isResolved;
        if (resolved !== isResolved) {
          await tx`
            update comment_threads set
              resolved_at = case when ${resolved}::boolean then ${ctx.now}::timestamptz end,
              resolved_because = case when ${resolved}::boolean then 'MEMBER' end,
              resolved_by = case when ${resolved}::boolean then ${admin.id}::uuid end
            where site_id = ${site.id} and id = ${id}`;
          const changes = [{ member: "resolved", from: isResolved, to: resolved }];
          const target = threadTarget(lockedThread);
          await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "updateCommentThread", target, changes });
        }
        return readThread(tx, site.id, id);
      });
      return { data: thread };
    },
);
