import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { usePlaceActions } from "../app/place-actions.ts";
import type { Action } from "./action.ts";
import choice from "./choice.module.css";
import styles from "./menu.module.css";

interface MenuProps {
  trigger: ReactNode;
  label: string;
  /** An empty group is left out. */
  groups: readonly (readonly Action[])[];
  /** The actions on what the whole place is about: ⌘K has them, too. */
  isOfPlace?: boolean;
}

/** What a button opens: groups of actions. */
export function Menu({ trigger, label, groups, isOfPlace = false }: MenuProps) {
  usePlaceActions(isOfPlace ? groups.flat() : []);
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
