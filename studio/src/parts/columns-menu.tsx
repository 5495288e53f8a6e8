import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CheckboxButton, CheckboxField, Dialog, DialogTrigger, Heading, Popover } from "react-aria-components";
import { listTexts } from "../app/list-texts.ts";
import { Button } from "./button.tsx";
import choiceStyles from "./choice.module.css";
import styles from "./columns-menu.module.css";
import { mostColumns, type ColumnChoice } from "./use-columns.ts";

/** The button that opens the choice of a list's columns. */
export function ColumnsMenu({ choice }: { choice: ColumnChoice }) {
  const { columns } = listTexts;
  return (
    <DialogTrigger>
      <Button className={styles.trigger ?? ""}>
        <Columns3 className="icon" aria-hidden />
        <span className={styles.words}>{columns.title}</span>
      </Button>
      <Popover className={choiceStyles.popover ?? ""} placement="bottom end">
        <Dialog className={styles.dialog ?? ""}>
          <Heading slot="title" className={styles.title ?? ""}>
            {columns.title}
          </Heading>
          <Choices choice={choice} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** A box for each column, with its place. While it is open, a column that is taken away keeps its place in it. */
function Choices({ choice: { offered, chosen, usual, choose } }: { choice: ColumnChoice }) {
  const { columns } = listTexts;
  const inOrder = (ids: readonly string[]) => [...ids, ...offered.map(({ id }) => id).filter((id) => !ids.includes(id))];
  const [order, setOrder] = useState(() => inOrder(chosen));
  const [spoken, setSpoken] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ id: string; by: 1 | -1 } | undefined>(undefined);
  // A browser takes the focus from an element that changes its place, and from a button that is disabled at the ends.
  useEffect(() => {
    const { current } = moved;
    moved.current = undefined;
    if (!current) return;
    const row = list.current?.querySelector(`[data-column="${CSS.escape(current.id)}"]`);
    const button =
      row?.querySelector<HTMLElement>(`[data-by="${current.by}"]:enabled`) ?? row?.querySelector<HTMLElement>("[data-by]:enabled");
    button?.focus();
  }, [order]);
  const move = (id: string, label: string, by: 1 | -1) => {
    const place = chosen.indexOf(id) + by;
    const others = order.filter((each) => each !== id);
    const next = others.toSpliced(others.indexOf(chosen[place] ?? "") + (by === 1 ? 1 : 0), 0, id);
    moved.current = { id, by };
    setOrder(next);
    // After the first column, which stays.
    setSpoken(columns.moved(label, String(place + 2)));
    choose(next.filter((each) => chosen.includes(each)));
  };
  const reset = () => {
    setOrder(inOrder(usual));
    choose(usual);
  };
  return (
    <>
      <p className={styles.text}>{columns.text}</p>
      <ul ref={list} className={styles.list}>
        {order.map((id) => {
          const label = offered.find((each) => each.id === id)?.label ?? id;
          const place = chosen.indexOf(id);
          return (
            <li key={id} data-column={id} className={styles.row}>
              <CheckboxField
                className={styles.field ?? ""}
                isSelected={place >= 0}
                isDisabled={place < 0 && chosen.length >= mostColumns}
                onChange={(isShown) => choose(order.filter((each) => (each === id ? isShown : chosen.includes(each))))}
              >
                <CheckboxButton className={styles.box ?? ""}>{label}</CheckboxButton>
              </CheckboxField>
              {place >= 0 && (
                <>
                  <Button
                    variant="quiet"
                    data-by="-1"
                    label={columns.moveUp(label)}
                    isDisabled={place === 0}
                    onPress={() => move(id, label, -1)}
                  >
                    <ArrowUp className="icon" aria-hidden />
                  </Button>
                  <Button
                    variant="quiet"
                    data-by="1"
                    label={columns.moveDown(label)}
                    isDisabled={place === chosen.length - 1}
                    onPress={() => move(id, label, 1)}
                  >
                    <ArrowDown className="icon" aria-hidden />
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <span role="status" className="unseen">
        {spoken}
      </span>
      <Button variant="quiet" onPress={reset}>
        {columns.usual}
      </Button>
    </>
  );
}
