import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./findings.module.css";

interface Finding {
  id: string;
  isGood: boolean;
  text: ReactNode;
}

/** Results of checks, each with its sign. `good` and `bad` say the signs in words. */
export function Findings({ findings, good, bad }: { findings: readonly Finding[]; good: string; bad: string }) {
  return (
    <ul className={styles.findings}>
      {findings.map(({ id, isGood, text }) => (
        <li key={id}>
          {isGood ? (
            <CircleCheck className={`icon ${styles.good}`} aria-label={good} />
          ) : (
            <CircleAlert className={`icon ${styles.bad}`} aria-label={bad} />
          )}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
