import { ArrowDown, ArrowUp, ClipboardPaste, Copy, CopyPlus, EllipsisVertical, Scissors, Trash2 } from "lucide-react";
import { commandKey } from "../app/keys.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { useBlockActions } from "./block-actions.ts";
import styles from "./outline.module.css";

/** What can be done with a block. */
export function BlockMenu({ id, title }: { id: string; title: string }) {
  const actions = useBlockActions();
  const { editor } = texts;
  const icon = (Icon: typeof Copy) => <Icon className="icon" aria-hidden />;
  return (
    <Menu
      label={editor.actionsOf(title)}
      trigger={
        <Button variant="quiet" label={editor.actionsOf(title)} className={styles.more ?? ""}>
          {icon(EllipsisVertical)}
        </Button>
      }
      groups={[
        [
          { id: "up", label: editor.moveUp, icon: icon(ArrowUp), onAction: () => actions.step(id, "previous") },
          { id: "down", label: editor.moveDown, icon: icon(ArrowDown), onAction: () => actions.step(id, "next") },
        ],
        [
          { id: "duplicate", label: editor.duplicate, icon: icon(CopyPlus), onAction: () => actions.duplicate(id) },
          { id: "copy", label: editor.copy, keys: `${commandKey} C`, icon: icon(Copy), onAction: () => void actions.copy(id) },
          { id: "cut", label: editor.cut, keys: `${commandKey} X`, icon: icon(Scissors), onAction: () => void actions.cut(id) },
          { id: "paste", label: editor.paste, keys: `${commandKey} V`, icon: icon(ClipboardPaste), onAction: () => void actions.paste(id) },
        ],
        [{ id: "remove", label: editor.removeBlock, icon: icon(Trash2), isDanger: true, onAction: () => actions.remove(id) }],
      ]}
    />
  );
}
