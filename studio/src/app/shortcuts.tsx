import { lazy, Suspense, useEffect, useState } from "react";
import { isTyping } from "./keys.ts";
import { whenIdle } from "./when-idle.ts";

const loadList = () => import("./shortcut-list.tsx").then(({ ShortcutList }) => ({ default: ShortcutList }));
const ShortcutList = lazy(loadList);

/** The list of keys, which `?` opens. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && !isTyping(event)) setOpen(true);
    };
    const show = () => setOpen(true);
    addEventListener("keydown", press);
    whenIdle(loadList);
    addEventListener("vitrine:shortcuts", show);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener("vitrine:shortcuts", show);
    };
  }, []);
  return isOpen ? (
    <Suspense>
      <ShortcutList onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
