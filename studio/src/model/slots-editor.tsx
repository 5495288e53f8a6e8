import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { blockTypesQuery } from "../content/types.ts";
import { Button } from "../parts/button.tsx";
import { Chips } from "../parts/chips.tsx";
import { Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { NumberInput } from "../parts/number-input.tsx";
import { isName } from "./change-fields.ts";
import type { Slot } from "./definition.ts";
import { withKeyword, withRenamed } from "./keywords.ts";
import styles from "./model.module.css";
import { useOpenType } from "./use-type-editor.ts";

type Slots = Readonly<Record<string, Slot>>;
const most = 20;

/** The slots of a block type: where other blocks may stand inside, which, and how many. */
export function SlotsEditor() {
  const { definition, change, isReadOnly } = useOpenType();
  const { model } = texts;
  const { slots = null } = definition;
  const set = (next: Slots | null, key?: string) => change((before) => ({ ...before, slots: next }), key);
  const entries = Object.entries(slots ?? {});
  const free = () => {
    for (let number = entries.length + 1; ; number += 1) {
      const name = number === 1 ? "main" : `slot${number}`;
      if (!Object.hasOwn(slots ?? {}, name)) return name;
    }
  };
  return (
    <fieldset className="stack">
      <legend>
        <h3>{model.slots}</h3>
      </legend>
      <p className={styles.lead}>{model.slotsText}</p>
      {entries.map(([name, slot], index) => (
        <SlotFields
          key={index}
          name={name}
          slot={slot}
          taken={entries.map(([each]) => each)}
          onRename={(to) => set(withRenamed(slots ?? {}, name, to) as Slots)}
          onChange={(next, key) => set(withKeyword(slots ?? {}, name, next) as Slots, `slot ${name} ${key}`)}
          onRemove={() => set(withKeyword(slots ?? {}, name, undefined) as Slots)}
        />
      ))}
      {!isReadOnly && entries.length < most && (
        <div>
          <Button onPress={() => set({ ...slots, [free()]: { title: model.newSlot } })}>
            <Plus className="icon" aria-hidden />
            {model.addSlot}
          </Button>
        </div>
      )}
      <Switch
        label={model.onlySlots}
        hint={model.onlySlotsHint}
        isOn={slots !== null}
        isDisabled={isReadOnly || entries.length > 0}
        onChange={(isOn) => set(isOn ? {} : null)}
      />
    </fieldset>
  );
}

interface SlotFieldsProps {
  name: string;
  slot: Slot;
  taken: readonly string[];
  onRename(to: string): void;
  onChange(slot: Slot, key: string): void;
  onRemove(): void;
}

function SlotFields({ name, slot, taken, onRename, onChange, onRemove }: SlotFieldsProps) {
  const { isReadOnly, base } = useOpenType();
  const { data: types = [] } = useQuery(blockTypesQuery(useSite()));
  const { model } = texts;
  const [typed, setTyped] = useState<string>();
  const value = typed ?? name;
  const error = !isName(value) ? model.badName : value !== name && taken.includes(value) ? model.nameTaken(value) : undefined;
  const commit = () => {
    if (typed !== undefined && typed !== name && error === undefined) onRename(typed);
    setTyped(undefined);
  };
  const set = (member: keyof Slot, next: unknown) => onChange(withKeyword({ ...slot }, member, next) as unknown as Slot, member);
  const isStored = Object.hasOwn(base.slots ?? {}, name);
  const typeOptions = types.map(({ type, title }) => ({ id: type, label: title }));
  const gone = (slot.allow ?? []).filter((id) => !types.some(({ type }) => type === id)).map((id) => ({ id, label: id }));
  return (
    <div className={styles.slot} role="group" aria-label={slot.title}>
      <div className={styles.pair}>
        <TextInput
          label={model.slotTitle}
          value={slot.title}
          isReadOnly={isReadOnly}
          maxLength={200}
          onChange={(title) => set("title", title)}
        />
        <TextInput
          label={model.name}
          hint={isStored && value !== name ? model.renameSlotText(name) : undefined}
          fault={typed === undefined ? undefined : error}
          value={value}
          isReadOnly={isReadOnly}
          spellCheck="false"
          onChange={setTyped}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
        />
      </div>
      <Chips
        label={model.allowed}
        hint={model.anyIfNone}
        options={[...typeOptions, ...gone]}
        value={slot.allow ?? []}
        isDisabled={isReadOnly}
        onChange={(allow) => set("allow", allow.length === 0 ? undefined : allow.slice(0, 100))}
      />
      <div className={styles.slotFoot}>
        <NumberInput
          label={model.mostBlocks}
          value={slot.max}
          isCount
          least={1}
          isDisabled={isReadOnly}
          onChange={(max) => set("max", max)}
        />
        {!isReadOnly && (
          <Button variant="quiet" label={texts.fields.removeItem(slot.title || name)} onPress={onRemove}>
            <Trash2 className="icon" aria-hidden />
          </Button>
        )}
      </div>
    </div>
  );
}
