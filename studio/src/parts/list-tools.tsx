import type { ReactNode } from "react";
import { plural, texts } from "../app/texts.ts";
import { Choice } from "./choice.tsx";
import type { Option } from "./choice-props.tsx";
import styles from "./list-tools.module.css";
import { SearchInput } from "./search-input.tsx";

interface ListToolsProps {
  search: string;
  words: string;
  onWords(words: string): void;
  /** The first one stands for everything. */
  states: readonly Option[];
  state: string;
  onState(state: string): void;
  /** Undefined: not known yet. */
  total: number | undefined;
  nouns: { one: string; other: string };
  /** More to narrow the list by. */
  children?: ReactNode;
}

/** Above a list: the words that it is searched by, the state that it is narrowed to, and how many there are. */
export function ListTools({ search, words, onWords, states, state, onState, total, nouns, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchInput label={search} value={words} onChange={onWords} />
      <Choice label={texts.list.state} isLabelUnseen options={states} value={state} onChange={onState} />
      {children}
      <span className="soft" role="status">
        {total === undefined ? "" : plural(total, nouns)}
      </span>
    </div>
  );
}
