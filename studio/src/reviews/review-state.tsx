import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reviewTexts } from "../app/review-texts.ts";
import { useSession, useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { useOpenReviews } from "./reviews.ts";
import styles from "./reviews.module.css";

/** Below the bar of an editor: who has been asked for a review, and the end of one's own. */
export function ReviewState() {
  const { api, key } = useSite();
  const { admin } = useSession();
  const queries = useQueryClient();
  const open = useOpenReviews();
  const { reviews } = reviewTexts;
  const { act, isBusy } = useMutation(reviews.problems);
  const [finishing, setFinishing] = useState<string>();
  const [answer, setAnswer] = useState("");
  const renew = () => queries.invalidateQueries({ queryKey: [...key, "reviews"] });
  const takeBack = async (id: string) => {
    if (await act(() => api.content.cancelReview({ id }).then(renew))) toast(reviews.takenBack);
  };
  const finish = async () => {
    if (finishing === undefined) return;
    const words = answer.trim();
    const id = finishing;
    const isDone = await act(() => api.content.finishReview({ id, ...(words === "" ? {} : { answer: words }) }).then(renew));
    if (!isDone) return;
    setFinishing(undefined);
    setAnswer("");
    toast(reviews.finished);
  };
  const shown = open.filter(({ reviewer, asker }) => reviewer.id === admin.id || asker.id === admin.id);
  return (
    <>
      {shown.map(({ id, asker, reviewer, note }) => (
        <section key={id} className={styles.state} aria-label={reviews.ask}>
          <span>
            <strong>{reviewer.id === admin.id ? reviews.waitsForYou(asker.name) : reviews.waitsFor(reviewer.name)}</strong>
            {note !== null && <span className={styles.note}> “{note}”</span>}
          </span>
          {reviewer.id === admin.id ? (
            <Button onPress={() => setFinishing(id)}>{reviews.done}</Button>
          ) : (
            <Button variant="quiet" isDisabled={isBusy} onPress={() => void takeBack(id)}>
              {reviews.takeBack}
            </Button>
          )}
        </section>
      ))}
      {finishing !== undefined && (
        <Dialog
          isOpen
          title={reviews.finish}
          onClose={() => setFinishing(undefined)}
          actions={
            <>
              <Button onPress={() => setFinishing(undefined)}>{texts.app.cancel}</Button>
              <Button variant="primary" isDisabled={isBusy} onPress={() => void finish()}>
                {reviews.done}
              </Button>
            </>
          }
        >
          <TextInput isLong label={reviews.answer} hint={reviews.answerHint} value={answer} maxLength={1_000} onChange={setAnswer} />
        </Dialog>
      )}
    </>
  );
}
