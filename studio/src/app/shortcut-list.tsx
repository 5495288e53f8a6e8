import { Dialog } from "../parts/dialog.tsx";
import { commandKey } from "./keys.ts";
import styles from "./shortcuts.module.css";
import { texts } from "./texts.ts";

/** The dialog with the keys and their meanings. */
export function ShortcutList({ onClose }: { onClose(): void }) {
  const { shortcuts } = texts;
  const rows: [string, string][] = [
    [`${commandKey} K`, shortcuts.find],
    ["?", shortcuts.this],
    [`${commandKey} Z`, shortcuts.undo],
    [`${commandKey} ⇧ Z`, shortcuts.redo],
    [`${commandKey} ⏎`, shortcuts.publish],
    [`${commandKey} \\`, shortcuts.outline],
    [`${commandKey} .`, shortcuts.preview],
    ["⏎ ↑ ↓ ⏎ / Esc", shortcuts.grab],
    [`${commandKey} X, C, V`, shortcuts.cut],
    ["J, K", shortcuts.submissions],
  ];
  return (
    <Dialog title={shortcuts.title} isOpen onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
