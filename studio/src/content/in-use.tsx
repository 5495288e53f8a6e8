import { isAdminError } from "@vitrine/client/admin";
import { create } from "zustand";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { Confirm } from "../parts/confirm.tsx";
import { To } from "../parts/to.tsx";
import { pathOfDocument } from "./document-path.ts";

interface Place {
  document: string;
  contentType: string;
  locale: string;
  state: "DRAFT" | "PUBLISHED";
  title: string;
}

interface Question {
  /** What is to be done: the verb. */
  label: string;
  places: readonly Place[];
  total: number;
  answer(isConfirmed: boolean): void;
}

const useQuestion = create<{ question: Question | undefined }>()(() => ({ question: undefined }));

/**
 * Does something to a document. If other content refers to it, shows the places and asks; then does it with `force`. Resolves with whether it was
 * done.
 */
export async function unlessInUse(label: string, act: (force?: true) => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!isAdminError(error, "in_use")) throw error;
    const places = error.places as unknown as readonly Place[];
    const isConfirmed = await new Promise<boolean>((answer) =>
      useQuestion.setState({ question: { label, places, total: error.placesTotal, answer } }),
    );
    useQuestion.setState({ question: undefined });
    if (isConfirmed) await act(true);
    return isConfirmed;
  }
}

/** The question of `unlessInUse`, for screens that call it. */
export function InUseQuestion() {
  const { slug } = useSite();
  const question = useQuestion((state) => state.question);
  const { editor, model, media } = texts;
  if (!question) return null;
  const { label, total, answer } = question;
  const places = placesOf(question.places);
  return (
    <Confirm isOpen title={label} label={label} onClose={() => answer(false)} onConfirm={() => answer(true)}>
      <p>{editor.inUse}</p>
      {/* A place that somebody goes to answers the question. */}
      <ul onClick={() => answer(false)}>
        {places.map(({ document, contentType, locale, state, title }) => (
          <li key={`${document} ${locale} ${state}`}>
            <To path={`/sites/${slug}${pathOfDocument({ id: document, contentType }, locale)}`}>{title || texts.pages.untitled}</To>{" "}
            <span className="soft">
              {localeName(locale)}
              {state === "DRAFT" && ` (${media.draft})`}
            </span>
          </li>
        ))}
      </ul>
      {total > question.places.length && <p className="soft">{model.andMore(total - question.places.length)}</p>}
    </Confirm>
  );
}

/** Each content once, however often it refers. */
function placesOf(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.document} ${place.locale} ${place.state}`, place])).values()];
}
