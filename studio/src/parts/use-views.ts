import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "@vitrine/client/admin";
import { listTexts } from "../app/list-texts.ts";
import { useAsk, useAsked, useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import type { Option } from "./choice-props.tsx";
import { isSameView, viewQuery } from "./view-query.ts";

const prefix = "saved:";

export interface ViewChoice {
  list: string;
  /** In the words of a choice, after the views that the list always has. */
  options: readonly Option[];
  /** The id of the option that the list shows just now; undefined: none of them. */
  value: string | undefined;
  /** The saved view that was opened, whether or not it still shows what it did. */
  opened: SavedView | undefined;
  isChanged: boolean;
  /** What the list shows, to be saved. */
  query: string;
  /** Opens the view of an option. Returns false for an option that is not a saved view. */
  open(option: string): boolean;
  /** Marks a view as the opened one: it was just saved. Undefined: it was deleted. */
  mark(id: string | undefined): void;
  renew(): Promise<void>;
}

/** The views of a list that people saved. The opened one stands in the address as `saved`. */
export function useViews(list: string, columns: string, setWords: (words: string) => void): ViewChoice {
  const { api, key, slug } = useSite();
  const asked = useAsked();
  const ask = useAsk();
  const go = useGo();
  const queries = useQueryClient();
  const queryKey = [...key, "views", list];
  const { data: views = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.views.listViews({ list }, { signal })).data,
    staleTime: 300_000,
  });
  const isShown = ({ query }: SavedView) => isSameView(query, asked, columns);
  const opened = views.find(({ id }) => id === asked.saved);
  // The opened one first: two views may show the same.
  const shown = opened && isShown(opened) ? opened : views.find(isShown);
  const open = (option: string) => {
    const view = views.find(({ id }) => option === prefix + id);
    // A view that the list always has shows everything else as usual, if a saved one was shown before.
    if (!view && !shown) return false;
    const parameters = new URLSearchParams(view?.query ?? (option === "all" ? "" : { [viewParameter(list)]: option }));
    setWords(parameters.get("q") ?? "");
    if (view) parameters.set("saved", view.id);
    go(`/sites/${slug}/${list}${parameters.size === 0 ? "" : `?${parameters.toString()}`}`, { replace: true });
    return true;
  };
  return {
    list,
    options: views.map(({ id, name, scope }) => ({ id: prefix + id, label: name, detail: listTexts.views.scopes[scope] })),
    value: shown && prefix + shown.id,
    opened,
    isChanged: opened !== undefined && !isShown(opened),
    query: viewQuery(asked, columns),
    open,
    mark: (id) => ask({ saved: id }),
    renew: () => queries.invalidateQueries({ queryKey }),
  };
}

/** What narrows the list in its address, beside the search. */
const viewParameter = (list: string) => (list.startsWith("pages") || list.startsWith("entries") ? "status" : "view");
