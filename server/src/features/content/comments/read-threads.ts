import { nullablePerson } from "../../../lib/admin/person.ts";
import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { type CommentThread, threadNotFound } from "./thread.ts";

interface ThreadRow {
  id: string;
  block: string | null;
  path: string | null;
  resolvedAt: Date | null;
  resolvedBecause: string | null;
  resolverId: string | null;
  resolver: string | null;
  createdAt: Date;
}

interface CommentRow {
  id: string;
  threadId: string;
  authorId: string;
  author: string;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
  total: number;
}

/** How many of the latest comments a list shows of each thread, beside the first one. */
const mostLatest = 3;

/** The threads of a translation, the oldest first. Those whose authors are all gone are left out. */
export async function listThreads(
  sql: Sql,
  siteId: string,
  translationId: string,
  isOpen: boolean | null,
  paging: Paging,
): Promise<{ threads: CommentThread[]; total: number }> {
  const rows = await sql<ThreadRow & { total: number }>`
    select
      comment_threads.id,
      comment_threads.block_id as block,
      comment_threads.path,
      comment_threads.resolved_at as "resolvedAt",
      comment_threads.resolved_because as "resolvedBecause",
      admins.id as "resolverId",
      admins.name as resolver,
      comment_threads.created_at as "createdAt",
      count(*) over ()::int as total
    from comment_threads
    left join admins on admins.id = comment_threads.resolved_by
    where comment_threads.site_id = ${siteId}
      and comment_threads.translation_id = ${translationId}
      and (${isOpen}::boolean is null or (comment_threads.resolved_at is null) = ${isOpen}::boolean)
      and exists (select from comments where comments.site_id = ${siteId} and comments.thread_id = comment_threads.id)
    order by comment_threads.created_at, comment_threads.id
    limit ${paging.pageSize} offset ${offsetOf(paging)}`;
  return { threads: await withComments(sql, siteId, rows, mostLatest), total: rows[0]?.total ?? 0 };
}

/** One thread with all of its comments. Throws `thread_not_found`. */
export async function readThread(sql: Sql, siteId: string, id: string): Promise<CommentThread> {
  const rows = await sql<ThreadRow>`
    select
      comment_threads.id,
      comment_threads.block_id as block,
      comment_threads.path,
      comment_threads.resolved_at as "resolvedAt",
      comment_threads.resolved_because as "resolvedBecause",
      admins.id as "resolverId",
      admins.name as resolver,
      comment_threads.created_at as "createdAt"
    from comment_threads
    join translations on translations.site_id = ${siteId} and translations.id = comment_threads.translation_id
    left join admins on admins.id = comment_threads.resolved_by
    where comment_threads.site_id = ${siteId} and comment_threads.id = ${id} and not translations.is_trashed`;
  const [thread] = await withComments(sql, siteId, rows, null);
  if (!thread || thread.commentCount === 0) throw new ProblemError(threadNotFound);
  return thread;
}

async function withComments(sql: Sql, siteId: string, threads: readonly ThreadRow[], latest: number | null): Promise<CommentThread[]> {
  const comments = await sql<CommentRow>`
    select
      ranked.id,
      ranked.thread_id as "threadId",
      admins.id as "authorId",
      admins.name as author,
      ranked.text,
      ranked.created_at as "createdAt",
      ranked.edited_at as "editedAt",
      ranked.total
    from (
      select
        comments.id,
        comments.thread_id,
        comments.author_id,
        comments.text,
        comments.created_at,
        comments.edited_at,
        row_number() over (partition by comments.thread_id order by comments.created_at, comments.id) as place,
        count(*) over (partition by comments.thread_id)::int as total
      from comments
      where comments.site_id = ${siteId} and comments.thread_id = any (${threads.map(({ id }) => id)}::uuid[])
    ) as ranked
    join admins on admins.id = ranked.author_id
    where ranked.place = 1 or ranked.place > ranked.total - coalesce(${latest}::int, ranked.total)
    order by ranked.created_at, ranked.id`;
  return threads.map(({ id, block, path, resolvedAt, resolvedBecause, resolverId, resolver, createdAt }) => {
    const rows = comments.filter(({ threadId }) => threadId === id);
    return {
      id,
      block,
      path,
      resolved: resolvedAt && {
        at: resolvedAt.toISOString(),
        by: nullablePerson(resolverId, resolver),
        because: resolvedBecause === "PUBLICATION" ? "PUBLICATION" : "MEMBER",
      },
      createdAt: createdAt.toISOString(),
      commentCount: rows[0]?.total ?? 0,
      comments: rows.map((row) => ({
        id: row.id,
        author: { id: row.authorId, name: row.author },
        text: row.text,
        createdAt: row.createdAt.toISOString(),
        editedAt: row.editedAt?.toISOString() ?? null,
      })),
    };
  });
}
