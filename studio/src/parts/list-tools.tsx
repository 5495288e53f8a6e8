import type { ReactNode } from "react";
import { plural, texts } from "../app/texts.ts";
import { Choice } from "./choice.tsx";
import type { Option } from "./choice-props.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import styles from "./list-tools.module.css";
import { SearchInput } from "./search-input.tsx";
import type { ColumnChoice } from "./use-columns.ts";
import type { ViewChoice } from "./use-views.ts";
import { ViewsMenu } from "./views-menu.tsx";

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
  /** The columns that the person chose, where they can be chosen. */
  columns?: ColumnChoice;
  /** The saved views of the list, where views can be saved. */
  views?: ViewChoice;
  /** More to narrow the list by. */
  children?: ReactNode;
}

/** Above a list: the words that it is searched by, the state that it is narrowed to, and how many there are. */
export function ListTools({ search, words, onWords, states, state, onState, total, nouns, columns, views, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchInput label={search} value={words} onChange={onWords} />
      <Choice
        label={texts.list.state}
        isLabelUnseen
        options={views ? [...states, ...views.options] : states}
        value={views?.value ?? state}
        onChange={(option) => views?.open(option) === true || onState(option)}
      />
      {children !== undefined && <div className={styles.more}>{children}</div>}
      {columns && <ColumnsMenu choice={columns} />}
      {views && <ViewsMenu choice={views} />}
      <span className="soft" role="status">
        {total === undefined ? "" : plural(total, nouns)}
      </span>
    </div>
  );
}
