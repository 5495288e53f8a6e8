import { useQuery } from "@tanstack/react-query";
import type { FormSubmission, ListedSubmission, ListSubmissionsInput } from "@vitrine/client/admin";
import { useState } from "react";
import { useAsk, useAsked } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useAskedView, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { submissionQuery, submissionsKey } from "./form-queries.ts";

/** What an inbox can be narrowed to. Its name stands in the address. */
const views = {
  all: { spam: false },
  new: { spam: false, read: false },
  read: { spam: false, read: true },
  spam: { spam: true },
} as const satisfies Readonly<Record<string, Pick<ListSubmissionsInput, "spam" | "read">>>;

/** The submissions of a form, and the open one. */
export function useInbox(form: string) {
  const site = useSite();
  const asked = useAsked();
  const ask = useAsk();
  const { words, setWords, q } = useAskedWords();
  const view = useAskedView(views, shopTexts.forms.views);
  const filter: Pick<ListSubmissionsInput, "spam" | "read" | "q"> = { ...views[view.name], q: q || undefined };
  const list = usePaged<ListedSubmission>([...submissionsKey(site, form), filter], (page, signal) =>
    site.api.forms.listSubmissions({ slug: form, ...filter, page, pageSize: 50 }, { signal }),
  );
  const openId = asked.submission;
  const listed = list.items.find(({ id }) => id === openId);
  const open = useQuery({
    ...submissionQuery(site, form, openId ?? ""),
    enabled: openId !== undefined,
    placeholderData: () => (listed && isWhole(listed) ? listed : undefined),
  });
  // The open one stays where it was, although it has been marked as read and is not new any longer.
  const index = listed ? list.items.indexOf(listed) : -1;
  const [place, setPlace] = useState({ id: openId, index });
  if (index !== -1 && (place.id !== openId || place.index !== index)) setPlace({ id: openId, index });
  const isLeft = index === -1 && place.id === openId && place.index !== -1 && open.data !== undefined;
  const items = isLeft && open.data ? list.items.toSpliced(place.index, 0, open.data) : list.items;
  const at = items.findIndex(({ id }) => id === openId);
  return {
    ...list,
    items,
    words,
    setWords,
    view,
    /** The conditions of the list. */
    filter,
    isFiltered: q !== "" || view.name !== "all",
    openId,
    submission: open.data,
    error: open.error,
    previousId: at === -1 ? undefined : items[at - 1]?.id,
    nextId: at === -1 ? undefined : items[at + 1]?.id,
    show: (id: string | undefined) => ask({ submission: id }),
  };
}

const isWhole = (submission: ListedSubmission): submission is FormSubmission => submission.data !== null;
