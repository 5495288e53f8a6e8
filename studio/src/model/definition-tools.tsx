import { Redo2, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { commandKey, isCommand } from "../app/keys.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import styles from "./model.module.css";

const views = ["fields", "code"] as const;
export type View = (typeof views)[number];

interface Steps {
  /** Undefined: there is nothing to undo. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

interface DefinitionToolsProps extends Steps {
  label: string;
  labels: Readonly<Record<View, string>>;
  view: View;
  onView(view: View): void;
  isReadOnly?: boolean;
}

/** Above a definition: its fields or its code, and the steps back and forth. */
export function DefinitionTools({ label, labels, view, onView, undo, redo, isReadOnly = false }: DefinitionToolsProps) {
  const { app } = texts;
  return (
    <>
      <ToggleButtonGroup
        aria-label={label}
        className={styles.views ?? ""}
        disallowEmptySelection
        selectedKeys={[view]}
        onSelectionChange={(keys) => onView(views.find((each) => keys.has(each)) ?? "fields")}
      >
        {views.map((each) => (
          <ToggleButton key={each} id={each} className={styles.view ?? ""}>
            {labels[each]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {!isReadOnly && (
        <>
          <Button variant="quiet" label={`${app.undo} (${commandKey} Z)`} isDisabled={!undo} onPress={() => undo?.()}>
            <Undo2 className="icon" aria-hidden />
          </Button>
          <Button variant="quiet" label={`${app.redo} (${commandKey} ⇧ Z)`} isDisabled={!redo} onPress={() => redo?.()}>
            <Redo2 className="icon" aria-hidden />
          </Button>
        </>
      )}
    </>
  );
}

/** The keys that save a definition and lead through its steps, wherever the focus is. */
export function useDefinitionKeys({ save, undo, redo }: Steps & { save(): void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isCommand(event, "s")) save();
    else if (isCommand(event, "z")) undo?.();
    else if (isCommand(event, "z", { shift: true }) || isCommand(event, "y")) redo?.();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
