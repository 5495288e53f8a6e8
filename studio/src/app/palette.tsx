import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "../parts/button.tsx";
import { commandKey, isCommand } from "./keys.ts";
import styles from "./palette.module.css";
import { texts } from "./texts.ts";
import { whenIdle } from "./when-idle.ts";

const loadFinder = () => import("./finder.tsx").then(({ Finder }) => ({ default: Finder }));
const Finder = lazy(loadFinder);

/** ⌘K: finds anything in the site, and does anything. */
export function Palette({ base, isSlim }: { base: string; isSlim: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isCommand(event, "k")) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    whenIdle(loadFinder);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <Button className={styles.trigger ?? ""} onPress={() => setOpen(true)}>
        <Search className="icon" aria-hidden />
        <span className={isSlim ? "unseen" : styles.words}>{texts.app.search}</span>
        {!isSlim && <kbd>{commandKey} K</kbd>}
      </Button>
      {isOpen && (
        <Suspense>
          <Finder base={base} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
