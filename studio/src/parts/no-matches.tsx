import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import styles from "./no-matches.module.css";

/** In place of a list's items, if nothing is like what was asked for. `onClear` shows everything again; absent: nothing was asked for. */
export function NoMatches({ text, onClear }: { text: string; onClear?: (() => void) | undefined }) {
  return (
    <div className={styles.none}>
      <p>{text}</p>
      {onClear && <Button onPress={onClear}>{texts.list.clearFilter}</Button>}
    </div>
  );
}
