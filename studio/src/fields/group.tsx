import { ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import { plural, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Badge } from "../parts/badge.tsx";
import styles from "./fields.module.css";
import { useFaultsBelow, useRevealed } from "./form-context.ts";

interface GroupProps {
  path: string;
  name: string;
  /** What tells it from others while it is closed. */
  summary?: string;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  /** Buttons beside the name. */
  actions?: ReactNode;
  /** In the page while it is open only. */
  children: ReactNode;
}

/** Fields that can be closed. It tells how many things inside are wrong, and opens when one of them is looked for. */
export function Group({ path, name, summary = "", isOpen, onToggle, actions, children }: GroupProps) {
  const id = useId();
  const faults = useFaultsBelow(path);
  useRevealed(path, () => onToggle(true));
  return (
    <>
      <div className={styles.groupBar}>
        <Button
          look="quiet"
          className={styles.disclosure ?? ""}
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => onToggle(!isOpen)}
        >
          <ChevronRight className={`icon ${styles.chevron}`} aria-hidden />
          <span className={styles.groupName}>{name}</span>
          {!isOpen && summary !== "" && <span className={styles.summary}>{summary}</span>}
          {faults > 0 && <Badge tone="bad">{plural(faults, texts.fields.faults)}</Badge>}
        </Button>
        {actions}
      </div>
      <div id={id} className={styles.groupBody} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}
