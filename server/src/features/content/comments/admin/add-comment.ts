import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { addCommentTo } from "../add-comment.ts";
import { lockThread, threadTarget } from "../lock-thread.ts";
import { readThread } from "../read-threads.ts";
import { CommentText, CommentThread, mostReplies, threadBase, threadNotFound, ThreadParams } from "../thread.ts";

const tooManyReplies = problem("too_many_replies", 409, "The thread has reached its limit of replies");

/** Replies in a thread. */
export const addComment = operation(
  {
    id: "addComment",
    method: "POST",
    path: `${threadBase}/comments`,
    access: "member",
    permission: "content:write",
    grows: true,
    cors: "closed",
    problems: [threadNotFound, tooManyReplies],
    tags: ["Content"],
    summary: "Reply in a comment thread",
    description: `A thread takes at most ${mostReplies} replies. A reply to a resolved thread opens it again.`,
    params: ThreadParams,
    body: Type.Object({ text: CommentText }, { additionalProperties: false }),
    response: { 201: Single(CommentThread) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body, admin } = request;
      const ctx = { now: clock.now(), ids };
      const thread = await sql.begin(async (tx) => {
        const lockedThread = await lockThread(tx, site.id, params.id);
        const { id, isResolved } = lockedThread;
        const [counted] = await tx<{ count: number }>`
          select count(*)::int as count from comments where site_id = ${site.id} and thread_id = ${id}`;
        if ((counted?.count ?? 0) > mostReplies) throw new ProblemError(tooManyReplies, { detail: "Begin another thread." });
        await addCommentTo(tx, ctx, site.id, { threadId: id, authorId: admin.id, text: body.text });
        if (isResolved) {
          await tx`
            update comment_threads set resolved_at = null, resolved_because = null, resolved_by = null
            where site_id = ${site.id} and id = ${id}`;
        }
        const changes = [{ member: "comments" }, ...(isResolved ? [{ member: "resolved", from: true, to: false }] : [])];
        const target = threadTarget(lockedThread);
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "addComment", target, changes });
        return readThread(tx, site.id, id);
      });
      return { data: thread };
    },
);
