import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from "lucide-react";
import { memo, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import type { FieldKind } from "./choose-field.ts";
import styles from "./fields.module.css";
import { isBelow, useForm } from "./form-context.ts";
import { Group } from "./group.tsx";
import { Members } from "./object-field.tsx";
import { resolve, type Schema, type Ui } from "./schema.ts";
import { summaryOf } from "./summary.ts";

interface ListItemProps {
  schema: Schema;
  ui: Ui;
  kind: FieldKind;
  path: string;
  value: unknown;
  index: number;
  count: number;
  /** Of the list's items in general. */
  name: string;
  /** Just added: it is open and gets the focus. */
  isFresh: boolean;
  isFull: boolean;
  onMove(from: number, to: number, name: string): void;
  onAdd(at: number, item: unknown): void;
  onRemove(at: number, name: string): void;
}

/** One item of a list, with what can be done with it. Alt and an arrow move it, too. */
export const ListItem = memo(function ListItem(props: ListItemProps) {
  const { schema, ui, kind, path, value, index, name, isFresh, onMove } = props;
  const { Field, root } = useForm();
  const [isOpen, setOpen] = useState(isFresh);
  const row = useRef<HTMLLIElement>(null);
  const itemLabel = texts.fields.itemOf(name, index + 1);
  useEffect(() => {
    if (isFresh) row.current?.querySelector<HTMLElement>("input, textarea, [role=radio]")?.focus();
  }, []);
  // At the ends a button to move is disabled, and loses the focus.
  useEffect(() => {
    const { current } = row;
    if (document.activeElement === document.body && current?.dataset.moved === "true") {
      current.querySelector<HTMLElement>("[data-move]:not([data-disabled])")?.focus();
    }
    if (current) delete current.dataset.moved;
  }, [index]);
  const move = (to: number) => {
    if (row.current) row.current.dataset.moved = "true";
    onMove(index, to, itemLabel);
  };
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown") || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === "ArrowUp" ? index - 1 : index + 1);
  };
  const actions = <Actions {...props} itemLabel={itemLabel} onStep={move} />;
  if (kind === "object" && typeof value === "object") {
    return (
      <li ref={row} className={styles.item} onKeyDown={press}>
        <Group name={itemLabel} contains={isBelow(path)} summary={summaryOf(value)} isOpen={isOpen} onToggle={setOpen} actions={actions}>
          <Members schema={resolve(root, schema)} ui={ui} path={path} value={value} />
        </Group>
      </li>
    );
  }
  const isPlain = !["variant", "list", "markdown", "object", "code"].includes(kind);
  return (
    <li ref={row} className={`${styles.item} ${styles.simple} ${isPlain ? styles.plainItem : ""}`} onKeyDown={press}>
      <Field schema={schema} ui={ui} path={path} value={value ?? undefined} name={itemLabel} isRequired />
      {actions}
    </li>
  );
});

function Actions({
  index,
  count,
  value,
  itemLabel,
  isFull,
  onStep,
  onAdd,
  onRemove,
}: ListItemProps & { itemLabel: string; onStep(to: number): void }) {
  const { isReadOnly } = useForm();
  if (isReadOnly) return null;
  return (
    <div className={styles.actions}>
      <Button
        variant="quiet"
        data-move
        label={texts.fields.moveItemUp(itemLabel)}
        isDisabled={index === 0}
        onPress={() => onStep(index - 1)}
      >
        <ArrowUp className="icon" aria-hidden />
      </Button>
      <Button
        variant="quiet"
        data-move
        label={texts.fields.moveItemDown(itemLabel)}
        isDisabled={index === count - 1}
        onPress={() => onStep(index + 1)}
      >
        <ArrowDown className="icon" aria-hidden />
      </Button>
      <Menu
        label={texts.fields.actionsOf(itemLabel)}
        trigger={
          <Button variant="quiet" label={texts.fields.actionsOf(itemLabel)}>
            <Ellipsis className="icon" aria-hidden />
          </Button>
        }
        groups={[
          [
            {
              id: "duplicate",
              label: texts.fields.duplicateItem(itemLabel),
              icon: <Copy className="icon" aria-hidden />,
              isDisabled: isFull,
              onAction: () => onAdd(index + 1, structuredClone(value)),
            },
          ],
          [
            {
              id: "remove",
              label: texts.fields.removeItem(itemLabel),
              icon: <Trash2 className="icon" aria-hidden />,
              isDanger: true,
              onAction: () => onRemove(index, itemLabel),
            },
          ],
        ]}
      />
    </div>
  );
}
