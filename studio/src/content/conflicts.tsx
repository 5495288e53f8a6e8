import { texts } from "../app/texts.ts";
import { conflictKey } from "../draft/choices.ts";
import { find } from "../draft/tree.ts";
import { Button } from "../parts/button.tsx";
import styles from "./editor.module.css";
import { useDraft, useOpenDocument } from "./open-document.tsx";
import { pointerWords } from "./pointer-words.ts";
import { useBlockTypes } from "./page-types.ts";

/** What two people changed at once, differently: theirs and mine side by side, to choose from. */
export function Conflicts() {
  const { store } = useOpenDocument();
  const conflicts = useDraft((draft) => draft.conflicts);
  const composition = useDraft(({ draft }) => draft.composition);
  const types = useBlockTypes();
  const { editor } = texts;
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.conflicts} aria-label={editor.conflictTitle}>
      <h2>{editor.conflictTitle}</h2>
      <p>{editor.conflictText}</p>
      <ul className="stack">
        {conflicts.map((conflict) => {
          const block = conflict.block === undefined ? undefined : find(composition ?? [], conflict.block)?.block;
          const name = block && (types.get(block.type)?.title ?? block.type);
          return (
            <li key={conflictKey(conflict)} className={styles.conflict}>
              <strong>{[name, pointerWords(conflict.path)].filter(Boolean).join(" › ")}</strong>
              {(["mine", "theirs"] as const).map((side) => (
                <div key={side} className={styles.side}>
                  <p className={styles.sideText}>{show(conflict[side])}</p>
                  <Button onPress={() => store.getState().choose(conflict, side)}>{editor[side]}</Button>
                </div>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function show(value: unknown): string {
  if (value === undefined) return texts.app.nothing;
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}
