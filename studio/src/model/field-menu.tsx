import { ArrowDown, ArrowUp, Copy, Ellipsis, Plus, Trash2 } from "lucide-react";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import type { Container, FieldNode } from "./fields-of.ts";
import styles from "./fields.module.css";
import type { FieldActions } from "./use-field-actions.ts";

interface FieldMenuProps {
  node: FieldNode;
  title: string;
  actions: FieldActions;
  /** Adds a field inside; absent: nothing can be added there. */
  onAdd?: (container: Container) => void;
}

/** What can be done with a field. */
export function FieldMenu({ node, title, actions, onAdd }: FieldMenuProps) {
  const { move, duplicate, remove, placeOf } = actions;
  const { model, app } = texts;
  const { name, inside } = node;
  const { index, count } = placeOf(node);
  const icon = (Icon: typeof Copy) => <Icon className="icon" aria-hidden />;
  if (name === undefined && !inside) return null;
  return (
    <Menu
      label={model.actionsFor(title)}
      trigger={
        <Button variant="quiet" className={styles.more ?? ""} label={model.actionsFor(title)}>
          {icon(Ellipsis)}
        </Button>
      }
      groups={[
        inside && onAdd ? [{ id: "add", label: model.addInside(title), icon: icon(Plus), onAction: () => onAdd(inside) }] : [],
        name === undefined
          ? []
          : [
              { id: "up", label: model.moveUp, icon: icon(ArrowUp), keys: "Alt ↑", isDisabled: index <= 0, onAction: () => move(node, -1) },
              {
                id: "down",
                label: model.moveDown,
                icon: icon(ArrowDown),
                keys: "Alt ↓",
                isDisabled: index >= count - 1,
                onAction: () => move(node, 1),
              },
              { id: "duplicate", label: model.duplicate, icon: icon(Copy), onAction: () => duplicate(node) },
            ],
        name === undefined ? [] : [{ id: "remove", label: app.remove, icon: icon(Trash2), isDanger: true, onAction: () => remove(node) }],
      ]}
    />
  );
}
