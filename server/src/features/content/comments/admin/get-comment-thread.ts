import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { readThread } from "../read-threads.ts";
import { CommentThread, threadBase, threadNotFound, ThreadParams } from "../thread.ts";

/** Reads a thread with all of its comments. */
export const getCommentThread = operation(
  {
    id: "getCommentThread",
    method: "GET",
    path: threadBase,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [threadNotFound],
    tags: ["Content"],
    summary: "Read a comment thread",
    params: ThreadParams,
    response: { 200: Single(CommentThread) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params: { id } }) => {
      if (!isUuid(id)) throw new ProblemError(threadNotFound);
      return { data: await readThread(sql, site.id, id) };
    },
);
