import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { usePaged, type Paged } from "../parts/use-paged.ts";
import { useSettled } from "../parts/use-settled.ts";

interface SearchedRowsProps<Item> {
  title: string;
  /** Of the button that makes another one. */
  add: string;
  onAdd(): void;
  find: string;
  /** Where nothing matches the search. */
  none: string;
  queryKey: readonly string[];
  /** Asks for a page of what matches the words; undefined: of all. */
  read(page: number, q: string | undefined, signal: AbortSignal): Promise<Paged<Item>>;
  show(item: Item): ReactNode;
}

/** Everything of one kind on the server, found by words. */
export function SearchedRows<Item extends { id: string }>(props: SearchedRowsProps<Item>) {
  const { title, add, onAdd, find, none, queryKey, read, show } = props;
  const [words, setWords] = useState("");
  const q = useSettled(words.trim(), 250);
  const { items, isLoading, hasMore, more } = usePaged<Item>([...queryKey, q], (page, signal) =>
    read(page, q === "" ? undefined : q, signal),
  );
  return (
    <Card
      title={title}
      aside={
        <Button onPress={onAdd}>
          <Plus className="icon" aria-hidden />
          {add}
        </Button>
      }
    >
      <div className="stack">
        <SearchInput label={find} value={words} onChange={setWords} />
        {isLoading ? <Loading /> : items.length === 0 ? <p role="status">{none}</p> : <Rows>{items.map(show)}</Rows>}
        {hasMore && (
          <div className="row">
            <Button onPress={more}>{texts.audit.more}</Button>
          </div>
        )}
      </div>
    </Card>
  );
}
