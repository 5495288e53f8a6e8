import type { Deps } from "../../../../deps.ts";
import { demandPermission } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { commentIn, lockThread, threadTarget } from "../lock-thread.ts";
import { commentBase, commentNotFound, CommentParams, threadNotFound } from "../thread.ts";

const threadHasReplies = problem("thread_has_replies", 409, "Others have replied to this comment");

/** Deletes a comment; the first one with its thread. */
export const deleteComment = operation(
  {
    id: "deleteComment",
    method: "DELETE",
    path: commentBase,
    access: "member",
    // Of one's own. Those of others need content:publish, as below.
    permission: "content:write",
    cors: "closed",
    problems: [threadNotFound, commentNotFound, threadHasReplies],
    tags: ["Content"],
    summary: "Delete a comment",
    description:
      "To delete comments of others needs `content:publish`. The first comment goes with its thread; if others have replied, that needs " +
      "`content:publish` too.",
    params: CommentParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, admin, member } = request;
      const ctx = { now: clock.now(), ids };
      await sql.begin(async (tx) => {
        const thread = await lockThread(tx, site.id, params.id);
        const { id, authorId, isFirst, hasOthers } = await commentIn(tx, site.id, thread, params.commentId);
        if (authorId !== admin.id) demandPermission(member, "content:publish");
        if (isFirst && hasOthers && !member.permissions.has("content:publish")) {
          throw new ProblemError(threadHasReplies, { detail: "Resolve the thread instead." });
        }
        await (isFirst
          ? tx`delete from comment_threads where site_id = ${site.id} and id = ${thread.id}`
          : tx`delete from comments where site_id = ${site.id} and thread_id = ${thread.id} and id = ${id}`);
        const change = { actor: actorOf(request), siteId: site.id, action: "deleteComment", target: threadTarget(thread) };
        await recordChange(tx, ctx, isFirst ? { ...change, removes: true } : { ...change, changes: [{ member: "comments" }] });
      });
    },
);
