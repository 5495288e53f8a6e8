import type { EditedBlockType } from "@vitrine/client/admin";
import { useState } from "react";
import { texts } from "../app/texts.ts";
import { canPlace, placeInside } from "../draft/places.ts";
import type { Block } from "../draft/block.ts";
import { Dialog } from "../parts/dialog.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import styles from "./add-block.module.css";
import { useBlockActions } from "./block-actions.ts";
import { iconOf } from "./block-icons.tsx";
import { useBlockTypes } from "./page-types.ts";

export interface AddTarget {
  parent: string | null;
  slot: string;
  /** Where the page's own list is meant: before the block with this index. Absent: at the end. */
  index?: number;
}

/** Types that were used last in this sitting, the latest first. */
const recent: string[] = [];

/** The choice of a block for a place: those that may stand there, the ones used last first. */
export function AddBlock({ target, blocks, onClose }: { target: AddTarget; blocks: readonly Block[]; onClose(): void }) {
  const [words, setWords] = useState("");
  const types = useBlockTypes();
  const { add } = useBlockActions();
  const { editor } = texts;
  const place = target.index === undefined ? placeInside(blocks, target.parent, target.slot) : { ...target, index: target.index };
  const fits = ({ type }: EditedBlockType) => place !== undefined && canPlace(types, blocks, { id: "", type, props: {} }, place);
  const isFound = ({ title, description, type }: EditedBlockType) =>
    `${title} ${description ?? ""} ${type}`.toLowerCase().includes(words.trim().toLowerCase());
  const foundTypes = [...types.values()].filter((type) => fits(type) && isFound(type));
  const used = words === "" ? recent.flatMap((name) => foundTypes.find(({ type }) => type === name) ?? []).slice(0, 4) : [];
  const categories = [...new Set(foundTypes.map(({ category }) => category ?? ""))].sort();
  const sections = [
    ...(used.length > 0 ? [{ title: editor.recent, items: used }] : []),
    ...categories.map((name) => ({
      title: name || editor.otherBlocks,
      items: foundTypes.filter(({ category }) => (category ?? "") === name),
    })),
  ];
  const choose = (type: string) => {
    if (!place) return;
    recent.splice(0, recent.length, type, ...recent.filter((each) => each !== type));
    onClose();
    add(type, place);
  };
  return (
    <Dialog isOpen isWide title={editor.chooseBlock} onClose={onClose}>
      <SearchInput label={editor.searchBlocks} value={words} onChange={setWords} autoFocus />
      {foundTypes.length === 0 && <p className="soft">{editor.noBlock}</p>}
      {sections.map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.category}>{title}</h3>
          <ul className={styles.types}>
            {items.map((type) => (
              <li key={type.type}>
                <button type="button" className={styles.type} onClick={() => choose(type.type)}>
                  {iconOf(type.icon)}
                  <span>
                    <strong>{type.title}</strong>
                    {type.description !== null && <span className="soft">{type.description}</span>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}
