import type { AdminAsker } from "./admin-proof.ts";
import { editor } from "./documents.ts";
import { createDraftPage } from "./made-documents.ts";

export interface ShownThread {
  id: string;
  block: string | null;
  path: string | null;
  resolved: { because: string; by: { name: string } | null } | null;
  commentCount: number;
  comments: { id: string; text: string; author: { id: string; name: string }; editedAt: string | null }[];
}

/** A thread with one comment, by the sender of the request, on a new page. */
export async function createThread(asker: AdminAsker): Promise<ShownThread> {
  const { id } = await createDraftPage(asker);
  const { sql, clock, ids } = asker.server.deps;
  const thread = { id: ids.next(), comment: ids.next() };
  const now = clock.now();
  // As a row: the sender may not have the permission to comment.
  await sql`
    insert into comment_threads (site_id, id, translation_id, block_id, path, created_at)
    select ${asker.site.id}::uuid, ${thread.id}::uuid, translations.id, 'text-1', '/text', ${now}::timestamptz
    from translations where site_id = ${asker.site.id} and document_id = ${id}`;
  await sql`
    insert into comments (site_id, id, thread_id, author_id, text, created_at)
    values (${asker.site.id}, ${thread.comment}, ${thread.id}, ${asker.sender.id}, 'Which chair?', ${now})`;
  const { api, base } = editor(asker.server, asker.site, asker.owner);
  return ((await api.get(`${base}/threads/${thread.id}`)).json as { data: ShownThread }).data;
}
