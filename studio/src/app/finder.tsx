import { Search } from "lucide-react";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { Input, SearchField } from "react-aria-components";
import { Dialog } from "../parts/dialog.tsx";
import { Marked } from "../parts/marked.tsx";
import { useFinderRows, type Row } from "./finder-rows.tsx";
import styles from "./palette.module.css";
import { texts } from "./texts.ts";

/** The field of ⌘K, and what is found: loaded when the rest is there. */
export function Finder({ base, onClose }: { base: string; onClose(): void }) {
  return (
    <Dialog title={texts.palette.title} isOpen onClose={onClose}>
      <Results base={base} onDone={onClose} />
    </Dialog>
  );
}

/**
 * The focus stays in the field, and one row is the chosen one. It stays chosen when others come before it: Enter does what the person saw.
 * React Aria's own list chooses the first row whenever results arrive.
 */
function Results({ base, onDone }: { base: string; onDone(): void }) {
  const [words, setWords] = useState("");
  const { sections, isSearching } = useFinderRows(base, words);
  const [chosen, setChosen] = useState<{ id: string; isOfPerson: boolean }>();
  const prefix = useId();
  const { palette, app } = texts;
  const rows = sections.flatMap((section) => section.rows);
  const at = Math.max(
    rows.findIndex(({ id }) => id === chosen?.id),
    0,
  );
  const current = rows[at];
  if (current !== undefined && current.id !== chosen?.id) setChosen({ id: current.id, isOfPerson: false });
  // Of a row, in the document.
  const idOf = (row: Row) => prefix + encodeURIComponent(row.id);
  const currentId = current && idOf(current);
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  const run = (row: Row | undefined) => {
    if (!row) return;
    onDone();
    row.go();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step === undefined) return run(current);
    const next = rows[(at + step + rows.length) % rows.length];
    if (next) setChosen({ id: next.id, isOfPerson: true });
  };
  return (
    <>
      <SearchField
        aria-label={palette.title}
        autoFocus
        className={styles.field ?? ""}
        value={words}
        onChange={(next) => {
          setWords(next);
          // Only a row that the person went to stays while they write.
          if (chosen?.isOfPerson !== true) setChosen(undefined);
        }}
      >
        <Search className="icon" aria-hidden />
        <Input
          placeholder={palette.hint}
          className={styles.input ?? ""}
          aria-controls={`${prefix}list`}
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          autoComplete="off"
          onKeyDown={press}
        />
      </SearchField>
      <div id={`${prefix}list`} role="menu" aria-label={palette.title} aria-busy={isSearching} className={styles.list}>
        {sections.map(({ title, rows: some }, index) => (
          <div key={title} role="group" aria-labelledby={`${prefix}section-${index}`}>
            <div id={`${prefix}section-${index}`} role="presentation" className={styles.title}>
              {title}
            </div>
            {some.map((row) => (
              <div
                key={row.id}
                id={idOf(row)}
                role="menuitem"
                tabIndex={-1}
                data-focused={row === current || undefined}
                className={styles.row}
                onPointerMove={() => row !== current && setChosen({ id: row.id, isOfPerson: true })}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(row)}
              >
                {row.icon}
                <span>
                  <Marked text={row.label} ranges={row.match ?? []} />
                </span>
                {row.detail !== undefined && <span className={styles.detail}>{row.detail}</span>}
                {row.keys !== undefined && row.keys !== "" && <kbd className={styles.detail}>{row.keys}</kbd>}
              </div>
            ))}
          </div>
        ))}
        {rows.length === 0 && (
          <p role="presentation" className={styles.none}>
            {isSearching ? app.loading : palette.none(words)}
          </p>
        )}
      </div>
    </>
  );
}
