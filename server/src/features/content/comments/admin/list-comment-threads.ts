import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { addressedTranslation, translationBase, translationNotFound, TranslationParams } from "../../documents/index.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { listThreads } from "../read-threads.ts";
import { CommentThread } from "../thread.ts";

/** Lists what people say about a draft. */
export const listCommentThreads = operation(
  {
    id: "listCommentThreads",
    method: "GET",
    path: `${translationBase}/threads`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound],
    tags: ["Content"],
    summary: "List the comments on one locale, the oldest first",
    description: "Each thread has its first comment and the latest three. Read a thread to get all of them.",
    params: TranslationParams,
    query: Type.Object({ ...pagingParameters(50), state: Type.Optional(Type.Enum(["open", "resolved"])) }),
    response: { 200: List(CommentThread) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const paging = pagingOf(query);
      const { translationId } = await addressedTranslation(sql, site.id, params);
      const isOpen = query.state === undefined ? null : query.state === "open";
      const { threads, total } = await listThreads(sql, site.id, translationId, isOpen, paging);
      return answerPage(reply, query, paging, threads, total);
    },
);
