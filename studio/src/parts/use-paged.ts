import { useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";

export interface Paged<Item> {
  data: Item[];
  page: number;
  pageSize: number;
  total: number;
}

/**
 * A long list, page by page as somebody scrolls. `read` asks for one page of it. Items that move between pages while somebody reads are shown once. The
 * list stays while another one is asked for: no screen is empty in between.
 */
export function usePaged<Item extends { id: string }>(
  queryKey: QueryKey,
  read: (page: number, signal: AbortSignal) => Promise<Paged<Item>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }: Paged<Item>) => (page * pageSize < total ? page + 1 : undefined),
    placeholderData: (earlier) => earlier,
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  const items = useMemo(() => {
    const byId = new Map<string, Item>();
    for (const { data } of query.data?.pages ?? []) for (const item of data) byId.set(item.id, item);
    return [...byId.values()];
  }, [query.data]);
  return {
    items,
    total: query.data?.pages[0]?.total,
    isLoading: query.isPending,
    /** Asks for the next page, unless it is being asked for or there is none. */
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    hasMore: query.hasNextPage,
  };
}
