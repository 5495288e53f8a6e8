import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { CommentThread } from "@vitrine/client/admin";
import { collect } from "../app/collect.ts";
import { useSite } from "../app/site.tsx";
import { useOpenDocument } from "../content/open-document.tsx";
import { isSamePlace, type CommentPlace } from "./place.ts";

type State = "open" | "resolved";

function useThreadsKey() {
  const { key } = useSite();
  const { document, translation } = useOpenDocument();
  return [...key, "threads", document.id, translation.locale];
}

/** The threads of the open document. The stream of events says when they change. */
export function useThreads(state: State = "open"): UseQueryResult<CommentThread[]> {
  const { api } = useSite();
  const { documents, document, translation } = useOpenDocument();
  const address = { documents, id: document.id, locale: translation.locale };
  return useQuery({
    queryKey: [...useThreadsKey(), state],
    queryFn: () => collect(api.content.listCommentThreads.all({ ...address, state, pageSize: 100 })),
  });
}

const none: readonly CommentThread[] = [];

export const useOpenThreads = (): readonly CommentThread[] => useThreads().data ?? none;

/** The open threads at a place, or within a block. */
export function useThreadsAt(place: CommentPlace): readonly CommentThread[] {
  const threads = useOpenThreads();
  return threads.filter((thread) =>
    place.path === null && place.block !== null ? thread.block === place.block : isSamePlace(thread, place),
  );
}

/** What people do with the comments of the open document. */
export function useThreadChanges() {
  const { api } = useSite();
  const queries = useQueryClient();
  const queryKey = useThreadsKey();
  const { documents, document, translation } = useOpenDocument();
  const after = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    await queries.invalidateQueries({ queryKey });
    return result;
  };
  return {
    begin: (place: CommentPlace, text: string) =>
      after(
        // A conversation about words that are not on the server yet is about nothing for the others; they are on their way.
        api.content.createCommentThread({ documents, id: document.id, locale: translation.locale, ...place, text }).then(({ id }) => id),
      ),
    reply: (id: string, text: string) => after(api.content.addComment({ id, text }).then(() => undefined)),
    edit: (id: string, commentId: string, text: string) => after(api.content.updateComment({ id, commentId, text }).then(() => undefined)),
    remove: (id: string, commentId: string) => after(api.content.deleteComment({ id, commentId }).then(() => undefined)),
    resolve: (id: string, resolved: boolean) => after(api.content.updateCommentThread({ id, resolved }).then(() => undefined)),
  };
}
