import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { plural, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Badge } from "../parts/badge.tsx";
import styles from "./fields.module.css";
import { useErrorsWithin, useRevealed } from "./form-context.ts";

interface GroupProps {
  name: string;
  /** Whether the group contains the field at a JSON Pointer. */
  contains(path: string): boolean;
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
export function Group({ name, contains, summary = "", isOpen, onToggle, actions, children }: GroupProps) {
  const id = useId();
  const errors = useErrorsWithin(contains);
  useRevealed(contains, () => onToggle(true));
  return (
    <>
      <div className={styles.groupBar}>
        <Button
          variant="quiet"
          className={styles.disclosure ?? ""}
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => onToggle(!isOpen)}
        >
          <ChevronRight className={`icon ${styles.chevron}`} aria-hidden />
          <span className={styles.groupName}>{name}</span>
          {!isOpen && summary !== "" && <span className={styles.summary}>{summary}</span>}
          {errors > 0 && <Badge tone="bad">{plural(errors, texts.fields.errors)}</Badge>}
        </Button>
        {actions}
      </div>
      <div id={id} className={styles.groupBody} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}

/** Some fields of one object below a heading. */
export function FieldGroup({ name, paths, children }: { name: string; paths: readonly string[]; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const contains = (at: string) => paths.some((path) => at === path || at.startsWith(`${path}/`));
  return (
    <fieldset className={styles.fieldGroup}>
      <legend className="unseen">{name}</legend>
      <Group name={name} contains={contains} isOpen={isOpen} onToggle={setOpen}>
        <div className={styles.members}>{children}</div>
      </Group>
    </fieldset>
  );
}
