import { ProblemError } from "../../../lib/http/problem.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { commentNotFound, threadNotFound } from "./thread.ts";

/** A thread that nobody else changes until the transaction ends, with what the audit log says about it. */
export interface LockedThread {
  id: string;
  isResolved: boolean;
  /** Of the document. */
  title: string;
  locale: string;
}

/** Locks a thread of a document that is not in the trash. Throws `thread_not_found`. */
export async function lockThread(tx: Sql, siteId: string, id: string): Promise<LockedThread> {
  const [thread] = isUuid(id)
    ? await tx<LockedThread>`
        select
          comment_threads.id,
          comment_threads.resolved_at is not null as "isResolved",
          documents.title,
          translations.locale
        from comment_threads
        join translations on translations.site_id = ${siteId} and translations.id = comment_threads.translation_id
        join documents on documents.site_id = ${siteId} and documents.id = translations.document_id
        where comment_threads.site_id = ${siteId} and comment_threads.id = ${id} and not translations.is_trashed
          and exists (select from comments where comments.site_id = ${siteId} and comments.thread_id = comment_threads.id)
        for no key update of comment_threads`
    : [];
  if (!thread) throw new ProblemError(threadNotFound);
  return thread;
}

export interface LockedComment {
  id: string;
  authorId: string;
  text: string;
  /** The first one began the thread. */
  isFirst: boolean;
  /** Other people have written in the thread. */
  hasOthers: boolean;
}

/** A comment of a locked thread. Throws `comment_not_found`. */
export async function commentIn(tx: Sql, siteId: string, thread: LockedThread, id: string): Promise<LockedComment> {
  const comments = await tx<{ id: string; authorId: string; text: string }>`
    select id, author_id as "authorId", text from comments
    where site_id = ${siteId} and thread_id = ${thread.id}
    order by created_at, id`;
  const comment = comments.find((each) => each.id === id.toLowerCase());
  if (!comment) throw new ProblemError(commentNotFound);
  return {
    ...comment,
    isFirst: comments[0] === comment,
    hasOthers: comments.some(({ authorId }) => authorId !== comment.authorId),
  };
}

/** What the audit log and the stream of events say about a thread: never its words. */
export function threadTarget({ id, title, locale }: Pick<LockedThread, "id" | "title" | "locale">) {
  return { type: "comment", id, label: title, locale };
}
