import { Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { plural, texts } from "../app/texts.ts";
import { isJsonObject } from "../draft/json.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { chooseField } from "./choose-field.ts";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";
import { idsOf, withItem, withMoved, withoutItem } from "./item-ids.ts";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { ListItem } from "./list-item.tsx";
import { newValue, nothing, numberIn, objectOf, resolve, textIn } from "./schema.ts";

const none: readonly unknown[] = [];

/** A list: items are added, moved, repeated and removed, each with its own field. */
export function ListField({ schema, ui, path, value, label, hint, isRequired, isReadOnly, fault: error }: KindProps) {
  const form = useForm();
  const items: readonly unknown[] = Array.isArray(value) ? value : none;
  const before = useRef(items);
  const ids = useMemo(() => idsOf(items, before.current), [items]);
  useEffect(() => {
    before.current = items;
  }, [items]);
  const [said, say] = useState("");
  const [fresh, setFresh] = useState<string>();
  const itemSchema = objectOf(schema.items);
  const itemUi = isJsonObject(ui.items) ? ui.items : nothing;
  const inner = resolve(form.root, itemSchema);
  const itemKind = chooseField(form.root, inner, itemUi, undefined);
  const itemName = textIn(inner.title) ?? label;
  const most = numberIn(schema.maxItems) ?? Infinity;
  const listNow = useCallback((): readonly unknown[] => {
    const now = form.read(path);
    return Array.isArray(now) ? now : none;
  }, [form, path]);
  const set = useCallback(
    (next: readonly unknown[]) => form.change(path, next.length === 0 && !isRequired ? undefined : next),
    [form, path, isRequired],
  );
  const add = useCallback(
    (at: number, item: unknown) => {
      const next = withItem(listNow(), at, item);
      setFresh(idsOf(next)[at]);
      set(next);
    },
    [listNow, set],
  );
  const move = useCallback(
    (from: number, to: number, name: string) => {
      const now = listNow();
      if (to < 0 || to >= now.length) return;
      set(withMoved(now, from, to));
      say(texts.fields.movedTo(name, to + 1, now.length));
    },
    [listNow, set],
  );
  const remove = useCallback(
    (at: number, name: string) => {
      const now = listNow();
      const item = now[at];
      set(withoutItem(now, at));
      const undo = () => set(withItem(listNow(), Math.min(at, listNow().length), item));
      toast(texts.fields.itemRemoved(name), { label: texts.app.undo, run: undo });
    },
    [listNow, set],
  );
  const isFull = items.length >= most;
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>
        <span className={fieldStyles.label}>
          <FieldLabel label={label} isRequired={isRequired} />
        </span>
        {items.length > 0 && <span className={fieldStyles.aside}>{plural(items.length, texts.fields.items)}</span>}
      </legend>
      {hint !== undefined && <p className={fieldStyles.hint}>{hint}</p>}
      {items.length > 0 && (
        <ol className={styles.items}>
          {items.map((item, index) => (
            <ListItem
              key={ids[index]}
              schema={itemSchema}
              ui={itemUi}
              kind={itemKind}
              path={`${path}/${index}`}
              value={item}
              index={index}
              count={items.length}
              name={itemName}
              isFresh={ids[index] === fresh}
              isFull={isFull}
              onMove={move}
              onAdd={add}
              onRemove={remove}
            />
          ))}
        </ol>
      )}
      {error !== undefined && <p className={fieldStyles.fault}>{error}</p>}
      {!isReadOnly && (
        <div className="row">
          <Button isDisabled={isFull} onPress={() => add(items.length, newValue(form.root, itemSchema) ?? null)}>
            <Plus className="icon" aria-hidden />
            {texts.fields.addItem(label)}
          </Button>
          {isFull && <span className={fieldStyles.hint}>{texts.fields.full(most)}</span>}
        </div>
      )}
      <span role="status" className="unseen">
        {said}
      </span>
    </fieldset>
  );
}
