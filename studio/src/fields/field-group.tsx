import { ChevronRight } from "lucide-react";
import { useEffect, useId, useState, useSyncExternalStore, type ReactNode } from "react";
import { plural, texts } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";

interface FieldGroupProps {
  name: string;
  /** Of the fields inside. */
  paths: readonly string[];
  children: ReactNode;
}

const lies = (at: string, paths: readonly string[]) => paths.some((path) => at === path || at.startsWith(`${path}/`));

/** Fields of one object below a heading, which can be closed. It tells how many things inside are wrong, and opens when one of them is looked for. */
export function FieldGroup({ name, paths, children }: FieldGroupProps) {
  const { state } = useForm();
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const faults = useSyncExternalStore(state.subscribe, () =>
    paths.reduce((sum, path) => sum + state.faultsBelow(path) + (state.faultAt(path) === undefined ? 0 : 1), 0),
  );
  const isLookedFor = useSyncExternalStore(state.subscribe, () => state.revealed !== undefined && lies(state.revealed, paths));
  useEffect(() => {
    if (isLookedFor) setOpen(true);
  }, [isLookedFor]);
  return (
    <fieldset className={styles.fieldGroup}>
      <legend className="unseen">{name}</legend>
      <Button look="quiet" className={styles.disclosure ?? ""} aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
        <ChevronRight className={`icon ${styles.chevron}`} aria-hidden />
        <span className={styles.groupName}>{name}</span>
        {faults > 0 && <Badge tone="bad">{plural(faults, texts.fields.faults)}</Badge>}
      </Button>
      <div id={id} className={styles.members} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </fieldset>
  );
}
