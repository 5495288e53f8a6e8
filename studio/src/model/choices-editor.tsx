import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useState } from "react";
import { texts } from "../app/texts.ts";
import { wordsOf } from "../fields/choose-field.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles, Labelled, TextInput } from "../parts/field.tsx";
import type { Described } from "./field-kinds.ts";
import { choicesOf, withChoices, type Choice } from "./keywords.ts";
import styles from "./model.module.css";

interface ChoicesEditorProps {
  described: Described;
  isReadOnly: boolean;
  onChange(next: Described, key?: string): void;
}

/** The values of a choice in their order, each with the words that people read. */
export function ChoicesEditor({ described, isReadOnly, onChange }: ChoicesEditorProps) {
  const { model, fields } = texts;
  const choices = choicesOf(described);
  const [error, setError] = useState<string>();
  const set = (next: readonly Choice[], key?: string) => {
    const values = next.map(({ value }) => value);
    if (values.some((value) => value === "") || new Set(values).size < values.length) return setError(model.badChoice);
    setError(undefined);
    onChange(withChoices(described, next), key);
  };
  const put = (index: number, change: Partial<Choice>, key?: string) =>
    set(
      choices.map((each, at) => (at === index ? { ...each, ...change } : each)),
      key,
    );
  const moved = (from: number, to: number) => set(choices.toSpliced(from, 1).toSpliced(to, 0, ...choices.slice(from, from + 1)));
  const free = () => {
    for (let number = choices.length + 1; ; number += 1) {
      const value = `choice-${number}`;
      if (!choices.some((each) => each.value === value)) return value;
    }
  };
  return (
    <Labelled label={model.choices} hint={model.choicesHint}>
      <ol className={styles.choices}>
        {choices.map(({ value, label }, index) => (
          <li key={index} className={styles.choice}>
            <Value value={value} index={index} isReadOnly={isReadOnly} onChange={(next) => put(index, { value: next })} />
            <TextInput
              label={<span className="unseen">{model.choiceLabel(value)}</span>}
              value={label}
              placeholder={wordsOf(value)}
              isReadOnly={isReadOnly}
              onChange={(next) => put(index, { label: next }, `label ${index}`)}
            />
            {!isReadOnly && (
              <span className={styles.choiceActions}>
                <Button variant="quiet" label={fields.moveItemUp(value)} isDisabled={index === 0} onPress={() => moved(index, index - 1)}>
                  <ArrowUp className="icon" aria-hidden />
                </Button>
                <Button
                  variant="quiet"
                  label={fields.moveItemDown(value)}
                  isDisabled={index === choices.length - 1}
                  onPress={() => moved(index, index + 1)}
                >
                  <ArrowDown className="icon" aria-hidden />
                </Button>
                <Button
                  variant="quiet"
                  label={fields.removeItem(value)}
                  isDisabled={choices.length === 1}
                  onPress={() => set(choices.toSpliced(index, 1))}
                >
                  <X className="icon" aria-hidden />
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {error !== undefined && <p className={fieldStyles.fault}>{error}</p>}
      {!isReadOnly && (
        <div>
          <Button onPress={() => set([...choices, { value: free(), label: "" }])}>
            <Plus className="icon" aria-hidden />
            {model.addChoice}
          </Button>
        </div>
      )}
    </Labelled>
  );
}

/** The value for programs. It changes when the person is done: half a value is none. */
function Value({
  value,
  index,
  isReadOnly,
  onChange,
}: {
  value: string;
  index: number;
  isReadOnly: boolean;
  onChange(value: string): void;
}) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed !== undefined && typed.trim() !== "" && typed !== value) onChange(typed.trim());
    setTyped(undefined);
  };
  return (
    <TextInput
      label={<span className="unseen">{texts.model.choiceValue(index + 1)}</span>}
      value={typed ?? value}
      isReadOnly={isReadOnly}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
      spellCheck="false"
      autoComplete="off"
    />
  );
}
