import { useState } from "react";
import { localTime } from "../app/local-time.ts";
import { describeProblem } from "../app/problems.ts";
import { useSite } from "../app/site.tsx";
import { formatPlan, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { yourZone } from "../releases/your-zone.ts";
import styles from "./editor.module.css";
import { failureWords } from "./failure-words.ts";
import { useDraft, useOpenDocument } from "./open-document.tsx";

/** Whether the draft was changed since it was planned: the plan publishes what was frozen. */
export function useIsOutdated(): boolean {
  const { scheduled } = useOpenDocument().translation;
  return useDraft(
    ({ revision, status }) => typeof scheduled?.publishAt === "string" && (revision > scheduled.revision || status !== "saved"),
  );
}

/** Publishes the present revision at a time to come, or no longer. Times are those of the person's clock. */
export function ScheduleDialog({ onClose }: { onClose(): void }) {
  const { api } = useSite();
  const { documents, document, translation, store, refresh } = useOpenDocument();
  const { scheduled, locale } = translation;
  const [time, setTime] = useState(() => localTime(new Date(Date.now() + 3_600_000)));
  const [error, setError] = useState<string>();
  const { editor, app } = texts;
  const at = new Date(time);
  const run = async (act: () => Promise<unknown>, words: string) => {
    try {
      await act();
      toast(words);
      onClose();
    } catch (error) {
      setError(describeProblem(error));
    } finally {
      refresh();
    }
  };
  const plan = (publishAt: string) =>
    run(
      async () => {
        const { revision } = await store.getState().flush();
        await api.content.scheduleTranslation({ documents, id: document.id, locale, revision, publishAt });
      },
      editor.scheduledFor(formatPlan(publishAt)),
    );
  const isOutdated = useIsOutdated();
  const withdraw = () => run(() => api.content.unscheduleTranslation({ documents, id: document.id, locale }), editor.unschedule);
  return (
    <Dialog
      isOpen
      title={editor.schedule}
      onClose={onClose}
      actions={
        <>
          {scheduled && (
            <Button variant="danger" onPress={() => void withdraw()}>
              {editor.unschedule}
            </Button>
          )}
          <Button onPress={onClose}>{app.cancel}</Button>
          <Button variant="primary" isDisabled={Number.isNaN(at.getTime())} onPress={() => void plan(at.toISOString())}>
            {editor.schedule}
          </Button>
        </>
      }
    >
      {scheduled?.publishAt && (
        <p>
          {editor.scheduledFor(formatPlan(scheduled.publishAt))}. {isOutdated ? editor.scheduleOutdated : editor.scheduleCurrent}
        </p>
      )}
      {scheduled?.publishAt && isOutdated && translation.draft && (
        <Button onPress={() => void plan(scheduled.publishAt ?? "")}>{editor.takeNewer}</Button>
      )}
      {scheduled?.unpublishAt && <p>{editor.endsAt(formatPlan(scheduled.unpublishAt))}</p>}
      {scheduled?.failure && (
        <p className={styles.fault}>
          {editor.scheduleFailed}. {scheduled.fault && failureWords(scheduled.fault)}
        </p>
      )}
      <TextInput label={editor.scheduleFor} hint={yourZone()} type="datetime-local" value={time} onChange={setTime} fault={error} />
    </Dialog>
  );
}
