import { useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import type { SortDescriptor } from "react-aria-components";
import { useAsk, useAsked } from "../app/place.ts";

const settleMs = 400;

/** The words that a list is searched by, which the address follows when the person pauses. */
export function useAskedWords() {
  const asked = useAsked();
  const ask = useAsk();
  const [words, setWords] = useState(asked.q ?? "");
  const q = useDeferredValue(words.trim());
  const remember = useEffectEvent(() => {
    if (q !== (asked.q ?? "")) ask({ q });
  });
  useEffect(() => {
    const timer = setTimeout(remember, settleMs);
    return () => clearTimeout(timer);
  }, [q]);
  return { words, setWords, q };
}

/**
 * What a list is narrowed to. The name of the view stands in the address, unless it is `all`. `labels`: the views in the words of the screen;
 * `tools` are for `ListTools`.
 */
export function useAskedView<Views extends { all: object } & Record<string, object>>(
  views: Views,
  labels: Readonly<Record<keyof Views, string>>,
) {
  const asked = useAsked();
  const ask = useAsk();
  const names = Object.keys(views) as (keyof Views & string)[];
  const name: keyof Views & string = names.find((each) => each === asked.view) ?? "all";
  const onState = (next: string) => ask({ view: next === "all" ? undefined : next });
  return { name, tools: { states: names.map((id) => ({ id, label: labels[id] })), state: name, onState } };
}

/** The order of a list, which stands in the address unless it is the usual one. */
export function useAskedSort(usual: `${string}:${"asc" | "desc"}`) {
  const asked = useAsked();
  const ask = useAsk();
  const named = /^\w+:(?:asc|desc)$/.test(asked.sort ?? "") ? (asked.sort ?? usual) : usual;
  const [column = "", direction] = named.split(":");
  const sort: SortDescriptor = { column, direction: direction === "asc" ? "ascending" : "descending" };
  const setSort = (next: SortDescriptor) => {
    const words = `${String(next.column)}:${next.direction === "ascending" ? "asc" : "desc"}`;
    ask({ sort: words === usual ? undefined : words });
  };
  return { sort, setSort, sortedBy: named };
}
