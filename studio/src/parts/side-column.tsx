import type { ReactNode } from "react";
import styles from "./side-column.module.css";

/** A page about one thing: beside its content a column that says what it is, above it where there is little space. */
export function SideColumn({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>{side}</div>
      <div className="stack">{children}</div>
    </div>
  );
}
