import type { ReactNode } from "react";
import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import styles from "./save-bar.module.css";

interface SaveBarProps {
  /** Beside the buttons: what stands in the way. Absent: that there are changes. */
  status?: ReactNode;
  isBusy: boolean;
  /** Nothing can be saved as it is. */
  isWrong?: boolean;
  onSave(): void;
  onDiscard(): void;
}

/** Along the lower edge of a place with changes that are not saved. */
export function SaveBar({ status, isBusy, isWrong = false, onSave, onDiscard }: SaveBarProps) {
  return (
    <div className={styles.bar} data-save-bar role="group" aria-label={texts.app.save}>
      <span className="soft" role="status">
        {status ?? texts.app.unsaved}
      </span>
      <Button onPress={onDiscard}>{texts.media.discard}</Button>
      <Button variant="primary" isDisabled={isBusy || isWrong} onPress={onSave}>
        {texts.app.save}
      </Button>
    </div>
  );
}
