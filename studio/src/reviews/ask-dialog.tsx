import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { useOpenDocument } from "../content/open-document.tsx";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Loading } from "../parts/loading.tsx";
import { toast } from "../parts/toast.tsx";
import { useOpenReviews, useReviewers } from "./reviews.ts";

/** Asks a colleague to look at the open draft. */
export function AskDialog({ onClose }: { onClose(): void }) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { documents, document, translation, store } = useOpenDocument();
  const { reviews } = reviewTexts;
  const asked = new Set(useOpenReviews().map(({ reviewer }) => reviewer.id));
  const colleagues = useReviewers()?.filter(({ id }) => !asked.has(id));
  const [chosen, setChosen] = useState<string>();
  const [note, setNote] = useState("");
  const { act, isBusy } = useMutation(reviews.problems);
  const reviewer = chosen ?? (colleagues?.length === 1 ? colleagues[0]?.id : undefined);
  const send = async () => {
    if (reviewer === undefined) return;
    const isDone = await act(async () => {
      // The colleague reads what the server has.
      await store.getState().flush();
      const words = note.trim();
      const of = { documents, id: document.id, locale: translation.locale };
      await api.content.askForReview({ ...of, reviewer, ...(words === "" ? {} : { note: words }) });
      await queries.invalidateQueries({ queryKey: [...key, "reviews"] });
    });
    if (!isDone) return;
    onClose();
    toast(reviews.asked(colleagues?.find(({ id }) => id === reviewer)?.name ?? ""));
  };
  return (
    <Dialog
      isOpen
      title={reviews.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
          <Button variant="primary" isDisabled={isBusy || reviewer === undefined} onPress={() => void send()}>
            {reviews.send}
          </Button>
        </>
      }
    >
      {!colleagues ? (
        <Loading />
      ) : colleagues.length === 0 && asked.size === 0 ? (
        <p>{reviews.nobody}</p>
      ) : (
        <div className="stack">
          <p className="soft">{reviews.text}</p>
          <Choice
            label={reviews.who}
            options={colleagues.map(({ id, name }) => ({ id, label: name }))}
            value={reviewer ?? null}
            onChange={setChosen}
          />
          <TextInput isLong label={reviews.note} hint={reviews.noteHint} value={note} maxLength={1_000} onChange={setNote} />
        </div>
      )}
    </Dialog>
  );
}
