import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import styles from "./contested.module.css";

/** Somebody else changed what is edited here: the person chooses, and nothing is lost until then. */
export function Contested({ onKeep, onTake }: { onKeep(): void; onTake(): void }) {
  const { settings } = texts;
  return (
    <div role="alert" className={styles.contested}>
      <p>{settings.changedMeanwhile(texts.app.somebody)}</p>
      <div className="row">
        <Button onPress={onKeep}>{settings.keepMine}</Button>
        <Button onPress={onTake}>{settings.takeTheirs}</Button>
      </div>
    </div>
  );
}
