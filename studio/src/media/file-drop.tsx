import { Upload } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { isTyping } from "../app/keys.ts";
import { texts } from "../app/texts.ts";
import styles from "./media.module.css";

/** Takes files that somebody drops anywhere on the page, or pastes, and says so while they hover. */
export function FileDrop({ folder = "", onFiles }: { folder?: string | undefined; onFiles(files: File[]): void }) {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    // Elements within the page are entered and left all the time.
    let depth = 0;
    const has = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const enter = (event: DragEvent) => {
      if (!has(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!has(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (!has(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    };
    const drop = (event: DragEvent) => {
      if (!has(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) take(files);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTyping(event)) return;
      event.preventDefault();
      take(files);
    };
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener("dragenter", enter, { signal });
    addEventListener("dragleave", leave, { signal });
    addEventListener("dragover", over, { signal });
    addEventListener("drop", drop, { signal });
    addEventListener("paste", paste, { signal });
    return () => ending.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.drop}>
      <Upload aria-hidden />
      {folder === "" ? texts.media.dropHere : texts.media.dropInto(folder)}
    </div>
  );
}
