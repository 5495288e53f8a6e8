import { Keyboard, Search, UserRound } from "lucide-react";
import { Menu } from "../parts/menu.tsx";
import { api, studioPath } from "./api.ts";
import { leave } from "./leave.ts";
import { PersonButton } from "./person-button.tsx";
import { texts } from "./texts.ts";

/** The account, the other sites, the keys, and the way out. */
export function PersonMenu() {
  const open = (path: string) => () => location.assign(studioPath + path);
  return (
    <Menu
      label={texts.nav.account}
      trigger={<PersonButton />}
      groups={[
        [
          { id: "account", label: texts.nav.account, icon: <UserRound className="icon" aria-hidden />, onAction: open("/me") },
          { id: "sites", label: texts.nav.sites, icon: <Search className="icon" aria-hidden />, onAction: open("/?all") },
          {
            id: "shortcuts",
            label: texts.shortcuts.title,
            keys: "?",
            icon: <Keyboard className="icon" aria-hidden />,
            onAction: () => dispatchEvent(new Event("vitrine:shortcuts")),
          },
        ],
        [{ id: "out", label: texts.nav.signOut, onAction: () => void leave(api) }],
      ]}
    />
  );
}
