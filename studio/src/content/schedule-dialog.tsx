import { useState } from "react";
import { localTime } from "../app/local-time.ts";
import { describeProblem } from "../app/problems.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { tell } from "../parts/toast.tsx";
import styles from "./editor.module.css";
import { useOpenDocument } from "./open-document.tsx";

/** Publishes the present revision at a time to come, or no longer. Times are those of the person's clock. */
export function ScheduleDialog({ onClose }: { onClose(): void }) {
  const { api } = useSite();
  const { documents, document, translation, store, refresh } = useOpenDocument();
  const { scheduled, locale } = translation;
  const [time, setTime] = useState(() => localTime(new Date(Date.now() + 3_600_000)));
  const [fault, setFault] = useState<string>();
  const { editor, app } = texts;
  const at = new Date(time);
  const run = async (act: () => Promise<unknown>, words: string) => {
    try {
      await act();
      tell(words);
      onClose();
    } catch (error) {
      setFault(describeProblem(error));
    } finally {
      refresh();
    }
  };
  const plan = () =>
    run(
      async () => {
        const { revision } = await store.getState().flush();
        await api.content.scheduleTranslation({ documents, id: document.id, locale, revision, publishAt: at.toISOString() });
      },
      editor.scheduledFor(formatDate(at.toISOString())),
    );
  const withdraw = () => run(() => api.content.unscheduleTranslation({ documents, id: document.id, locale }), editor.unschedule);
  return (
    <Dialog
      isOpen
      title={editor.schedule}
      onClose={onClose}
      actions={
        <>
          {scheduled && (
            <Button look="danger" onPress={() => void withdraw()}>
              {editor.unschedule}
            </Button>
          )}
          <Button onPress={onClose}>{app.cancel}</Button>
          <Button look="primary" isDisabled={Number.isNaN(at.getTime())} onPress={() => void plan()}>
            {editor.schedule}
          </Button>
        </>
      }
    >
      {scheduled?.publishAt && <p>{editor.scheduledFor(formatDate(scheduled.publishAt))}</p>}
      {scheduled?.failure && <p className={styles.fault}>{scheduled.failure}</p>}
      <TextInput label={editor.scheduleFor} type="datetime-local" value={time} onChange={setTime} fault={fault} />
    </Dialog>
  );
}
