import { queryOptions } from "@tanstack/react-query";
import type { useSite } from "../app/site.tsx";

/** The last hundred publications and earlier drafts of a translation, the latest first. */
export const versionsQuery = (
  { api, key }: Pick<ReturnType<typeof useSite>, "api" | "key">,
  place: { documents: "pages" | "entries"; id: string; locale: string },
) =>
  queryOptions({
    queryKey: [...key, "document", place.documents, place.id, place.locale, "versions"],
    queryFn: () => api.content.listVersions({ ...place, pageSize: 100 }),
    staleTime: 0,
  });
