import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { commentIn, lockThread, threadTarget } from "../lock-thread.ts";
import { readThread } from "../read-threads.ts";
import { commentBase, commentNotFound, CommentParams, CommentText, CommentThread, notTheAuthor, threadNotFound } from "../thread.ts";

/** Changes the words of one's own comment. */
export const updateComment = operation(
  {
    id: "updateComment",
    method: "PATCH",
    path: commentBase,
    access: "member",
    permission: "content:write",
    cors: "closed",
    problems: [threadNotFound, commentNotFound, notTheAuthor],
    tags: ["Content"],
    summary: "Change a comment of one's own",
    params: CommentParams,
    body: Type.Object({ text: Type.Optional(CommentText) }, { additionalProperties: false }),
    response: { 200: Single(CommentThread) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body, admin } = request;
      const ctx = { now: clock.now(), ids };
      const thread = await sql.begin(async (tx) => {
        const lockedThread = await lockThread(tx, site.id, params.id);
        const comment = await commentIn(tx, site.id, lockedThread, params.commentId);
        if (comment.authorId !== admin.id) throw new ProblemError(notTheAuthor);
        if (body.text !== undefined && body.text !== comment.text) {
          await tx`
            update comments set text = ${body.text}, edited_at = ${ctx.now}
            where site_id = ${site.id} and thread_id = ${lockedThread.id} and id = ${comment.id}`;
          const changes = [{ member: "comments" }];
          const target = threadTarget(lockedThread);
          await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "updateComment", target, changes });
        }
        return readThread(tx, site.id, lockedThread.id);
      });
      return { data: thread };
    },
);
