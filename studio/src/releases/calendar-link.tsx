import { CircleCheck, EyeOff, FileText, Rocket, TriangleAlert } from "lucide-react";
import { formatDate, texts } from "../app/texts.ts";
import { To } from "../parts/to.tsx";
import type { CalendarEntry } from "./calendar-entries.ts";
import styles from "./calendar.module.css";
import { toneOf } from "./release-state.tsx";

/** An entry of a calendar: its time, its name, and the way to it. */
export function CalendarLink({ entry: { at, title, path, kind, state, locale }, base }: { entry: CalendarEntry; base: string }) {
  const { releases } = texts;
  const tone = kind === "release" ? toneOf[state ?? "OPEN"] : kind === "publish" ? "accent" : "warn";
  const words = kind === "release" ? releases.states[state ?? "OPEN"] : kind === "publish" ? releases.goesLive : releases.goesOffline;
  const Icon = kind === "publish" ? FileText : kind === "unpublish" ? EyeOff : releaseIcons[state ?? "OPEN"];
  return (
    <To path={base + path} className={`${styles.entry} ${styles[tone]}`}>
      <Icon className={styles.icon ?? ""} aria-hidden />
      <span className={styles.words}>
        <span className={styles.time}>{formatDate(at, { timeStyle: "short" })}</span> {title}
        {locale !== undefined && <span className={styles.locale}> {locale}</span>}
        <span className="unseen"> ({words})</span>
      </span>
    </To>
  );
}

const releaseIcons = { OPEN: Rocket, PLANNED: Rocket, SCHEDULED: Rocket, PUBLISHED: CircleCheck, FAILED: TriangleAlert } as const;
