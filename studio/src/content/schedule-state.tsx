import { CalendarClock } from "lucide-react";
import { formatPlan, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import styles from "./editor.module.css";
import { useOpenDocument } from "./open-document.tsx";
import { useIsOutdated } from "./schedule-dialog.tsx";

/** In the bar: what is planned for the open translation, and whether later changes are part of it. */
export function ScheduleState({ onOpen }: { onOpen: (() => void) | undefined }) {
  const { scheduled } = useOpenDocument().translation;
  const isOutdated = useIsOutdated();
  const { editor } = texts;
  if (!scheduled) return null;
  const { publishAt, unpublishAt, failure } = scheduled;
  const words = [
    ...(failure === null ? [] : [editor.scheduleFailed]),
    ...(publishAt === null || failure !== null ? [] : [editor.scheduledFor(formatPlan(publishAt))]),
    ...(unpublishAt === null ? [] : [editor.endsAt(formatPlan(unpublishAt))]),
    ...(failure === null && isOutdated ? [editor.scheduleOutdated] : []),
  ].join(". ");
  const planLabel = (
    <>
      <CalendarClock className="icon" aria-hidden />
      <span className={styles.plan}>{words}</span>
    </>
  );
  return onOpen === undefined ? (
    <span className="row">{planLabel}</span>
  ) : (
    <Button variant="quiet" onPress={onOpen}>
      {planLabel}
    </Button>
  );
}
