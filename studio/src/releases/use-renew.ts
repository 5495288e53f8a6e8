import { useQueryClient } from "@tanstack/react-query";
import { useSite } from "../app/site.tsx";

/** Has every screen that shows a release read it again: the lists, the calendar, the release itself, what stands in its way. */
export function useRenew(): () => void {
  const { key } = useSite();
  const queries = useQueryClient();
  return () => {
    for (const name of [["release"], ["releases"], ["documents", "times"]]) void queries.invalidateQueries({ queryKey: [...key, ...name] });
  };
}
