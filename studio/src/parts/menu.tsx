import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import choice from "./choice.module.css";
import styles from "./menu.module.css";

export interface Action {
  id: string;
  label: string;
  icon?: ReactNode;
  /** The keys that do the same: ⌘D. */
  keys?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  onAction(): void;
}

/** What a button opens: groups of actions. An empty group is left out. */
export function Menu({ trigger, label, groups }: { trigger: ReactNode; label: string; groups: readonly (readonly Action[])[] }) {
  const filledGroups = groups.filter((group) => group.length > 0);
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={choice.popover ?? ""} placement="bottom end">
        <AriaMenu aria-label={label} className={choice.list ?? ""}>
          {filledGroups.flatMap((group, index) => [
            ...(index === 0 ? [] : [<Separator key={`separator-${group[0]?.id}`} className={styles.separator ?? ""} />]),
            ...group.map(({ id, label: words, icon, keys, isDanger = false, isDisabled = false, onAction }) => (
              <MenuItem
                key={id}
                id={id}
                textValue={words}
                onAction={onAction}
                isDisabled={isDisabled}
                className={`${choice.option} ${styles.item} ${isDanger ? styles.danger : ""}`}
              >
                {icon}
                <span className={styles.words}>{words}</span>
                {keys !== undefined && <kbd className={styles.keys}>{keys}</kbd>}
              </MenuItem>
            )),
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
