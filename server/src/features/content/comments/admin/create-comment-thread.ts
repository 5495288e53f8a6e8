import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { invalidMember, problem, ProblemError } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { addressedTranslation, translationBase, translationNotFound, TranslationParams } from "../../documents/index.ts";
import { entryNotFound, pageNotFound } from "../../rendering/index.ts";
import { addCommentTo } from "../add-comment.ts";
import { threadTarget } from "../lock-thread.ts";
import { readThread } from "../read-threads.ts";
import { CommentText, CommentThread, mostThreads, threadPlace } from "../thread.ts";

const tooManyThreads = problem("too_many_threads", 409, "The document has reached its limit of comment threads");

/** Begins a thread of comments at a place of a draft. */
export const createCommentThread = operation(
  {
    id: "createCommentThread",
    method: "POST",
    path: `${translationBase}/threads`,
    access: "member",
    permission: "content:write",
    grows: true,
    cors: "closed",
    problems: [pageNotFound, entryNotFound, translationNotFound, tooManyThreads],
    tags: ["Content"],
    summary: "Comment on one locale, a block or a field",
    description: `A locale has at most ${mostThreads} threads. Publishing the draft resolves them.`,
    params: TranslationParams,
    body: Type.Object(
      { block: Type.Optional(threadPlace.block), path: Type.Optional(threadPlace.path), text: CommentText },
      { additionalProperties: false },
    ),
    response: { 201: Single(CommentThread) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body, admin } = request;
      const ctx = { now: clock.now(), ids };
      const { block = null, path = null } = body;
      if (block !== null && params.documents === "entries") throw invalidMember("/block", "unknown", "an entry has no blocks");
      const thread = await sql.begin(async (tx) => {
        const { translationId } = await addressedTranslation(tx, site.id, params);
        // Locked, so that two at once do not both get the last place, and nobody deletes the document meanwhile.
        const [translation] = await tx<{ title: string; locale: string }>`
          select documents.title, translations.locale
          from translations
          join documents on documents.site_id = ${site.id} and documents.id = translations.document_id
          where translations.site_id = ${site.id} and translations.id = ${translationId} and not translations.is_trashed
          for no key update of translations`;
        if (!translation) throw new ProblemError(translationNotFound);
        const [counted] = await tx<{ count: number }>`
          select count(*)::int as count from comment_threads where site_id = ${site.id} and translation_id = ${translationId}`;
        if ((counted?.count ?? 0) >= mostThreads) {
          throw new ProblemError(tooManyThreads, { detail: "Delete threads that nobody needs any more." });
        }
        const id = ids.next();
        await tx`
          insert into comment_threads (site_id, id, translation_id, block_id, path, created_at)
          values (${site.id}, ${id}, ${translationId}, ${block}, ${path}, ${ctx.now})`;
        await addCommentTo(tx, ctx, site.id, { threadId: id, authorId: admin.id, text: body.text });
        const changes = [{ member: "comments" }];
        const target = threadTarget({ id, ...translation });
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "createCommentThread", target, changes });
        return readThread(tx, site.id, id);
      });
      return { data: thread };
    },
);
