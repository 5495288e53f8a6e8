import type { ReactNode } from "react";
import { texts } from "../app/texts.ts";
import styles from "./bulk-bar.module.css";
import { Button } from "./button.tsx";

/** Below a list, while items of it are selected: how many, and what can be done with them. */
export function BulkBar({ count, onClear, children }: { count: number; onClear(): void; children: ReactNode }) {
  const { list } = texts;
  return (
    <div className={styles.bar} data-save-bar role="group" aria-label={list.selected(count)}>
      <span>{list.selected(count)}</span>
      {children}
      <Button variant="quiet" onPress={onClear}>
        {list.clear}
      </Button>
    </div>
  );
}
