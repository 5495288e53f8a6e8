import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import styles from "./contested.module.css";

interface ContestedProps {
  /** Who did; absent: nobody knows. */
  name?: string | undefined;
  /** What both changed. */
  details?: string;
  onKeep(): void;
  onTake(): void;
}

/** Somebody else changed what is edited here: the person chooses, and nothing is lost until then. */
export function Contested({ name, details, onKeep, onTake }: ContestedProps) {
  const { settings } = texts;
  return (
    <div role="alert" className={styles.contested}>
      <p>
        {settings.changedMeanwhile(name ?? texts.app.somebody)} {details}
      </p>
      <div className="row">
        <Button onPress={onKeep}>{settings.keepMine}</Button>
        <Button onPress={onTake}>{settings.takeTheirs}</Button>
      </div>
    </div>
  );
}
