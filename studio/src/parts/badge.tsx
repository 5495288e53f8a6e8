import type { ReactNode } from "react";
import styles from "./badge.module.css";

export type Tone = "plain" | "good" | "warn" | "bad" | "accent";

/** A word about the state of something. */
export function Badge({ tone = "plain", title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} title={title}>
      {children}
    </span>
  );
}
