import { useMemo } from "react";
import { publicationState, type PublicationState } from "../draft/publication-state.ts";
import { useSettled } from "../parts/use-settled.ts";
import { useDraft, useOpenDocument } from "./open-document.tsx";

const settleMs = 300;

/** The open translation's, a moment after the last keystroke: to compare a long page at each of them would make typing slow. */
export function usePublicationState(): PublicationState {
  const { translation } = useOpenDocument();
  const draft = useSettled(
    useDraft((each) => each.draft),
    settleMs,
  );
  return useMemo(() => publicationState(translation, draft), [translation, draft]);
}
