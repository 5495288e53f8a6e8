import { Plus, X } from "lucide-react";
import { useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles, TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { useProductForm } from "./product-form.ts";
import styles from "./product.module.css";
import { withOption, withOptionText, withoutOption, withoutValue, withValues, type Option } from "./variant-matrix.ts";

const mostOptions = 20;

/** What buyers choose from: each option with its values. */
export function ProductOptions() {
  const { draft, isReadOnly, setMatrix } = useProductForm();
  const { product: words } = shopTexts;
  const [countAtStart, setCountAtStart] = useState(draft.matrix.options.length);
  const { options } = draft.matrix;
  const add = () => {
    setCountAtStart(options.length);
    setMatrix(withOption);
  };
  return (
    <Card title={words.options}>
      <div className="stack">
        <p className="soft">{words.optionsText}</p>
        {options.map((option, index) => (
          <OptionFields key={option.key} option={option} index={index} isFresh={index >= countAtStart} />
        ))}
        {!isReadOnly && options.length < mostOptions && (
          <div className="row">
            <Button onPress={add}>
              <Plus className="icon" aria-hidden />
              {words.addOption}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function OptionFields({ option, index, isFresh }: { option: Option; index: number; isFresh: boolean }) {
  const { isReadOnly, errorOf, setMatrix } = useProductForm();
  const { product: words } = shopTexts;
  const { key, name, values } = option;
  const shownName = name.trim() || words.unnamedOption(String(index + 1));
  const valuesError = errorOf(`options/${key}/values`);
  return (
    <div className={styles.option} role="group" aria-label={shownName}>
      <div className={styles.optionName}>
        <TextInput
          label={words.optionNameOf(String(index + 1))}
          placeholder={words.optionExample}
          value={name}
          onChange={(text) => setMatrix((matrix) => withOptionText(matrix, key, { name: text }), `options/${key}/name`)}
          fault={errorOf(`options/${key}/name`)}
          isReadOnly={isReadOnly}
          autoFocus={isFresh}
          autoComplete="off"
          maxLength={100}
        />
      </div>
      {!isReadOnly && (
        <Button
          variant="quiet"
          className={styles.removeOption ?? ""}
          label={words.removeOption(shownName)}
          onPress={() => setMatrix((matrix) => withoutOption(matrix, key))}
        >
          <X className="icon" aria-hidden />
        </Button>
      )}
      <div className={styles.values} role="group" aria-label={words.values(shownName)}>
        <ul className={styles.chips}>
          {values.map((value, place) => {
            const error = errorOf(`options/${key}/values/${value.key}`);
            return (
              <li key={value.key} className={styles.chip} data-invalid={error !== undefined || undefined}>
                <input
                  aria-label={words.valueOf(String(place + 1), shownName)}
                  aria-invalid={error !== undefined}
                  title={error}
                  value={value.text}
                  readOnly={isReadOnly}
                  maxLength={200}
                  size={Math.max(value.text.length, 2)}
                  onChange={({ target }) =>
                    setMatrix(
                      (matrix) => withOptionText(matrix, key, { valueKey: value.key, text: target.value }),
                      `options/${key}/values/${value.key}`,
                    )
                  }
                />
                {!isReadOnly && (
                  <Button
                    variant="quiet"
                    label={words.removeValue(value.text)}
                    onPress={() => setMatrix((matrix) => withoutValue(matrix, key, value.key))}
                  >
                    <X className="icon" aria-hidden />
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        {!isReadOnly && <NewValue option={option} name={shownName} fault={valuesError} />}
      </div>
    </div>
  );
}

/** A field that adds values: on Enter, a comma, a pasted list, and when it is left. */
function NewValue({ option: { key, values }, name, fault: error }: { option: Option; name: string; fault: string | undefined }) {
  const { draft, stored, setMatrix } = useProductForm();
  const { product: words } = shopTexts;
  const [typed, setTyped] = useState("");
  const add = (text: string) => {
    const texts = text.split(/[,;\n]/);
    const next = withValues(draft.matrix, key, texts, stored.matrix);
    if (!next) return toast(words.tooManyVariants);
    setTyped("");
    if (next !== draft.matrix) setMatrix(() => next, `options/${key}/values`);
  };
  const press = (event: KeyboardEvent) => {
    // The Enter that ends a composed word is none.
    if ((event.key !== "Enter" && event.key !== ",") || event.nativeEvent.isComposing || typed.trim() === "") return;
    event.preventDefault();
    add(typed);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[,;\n]/.test(text)) return;
    event.preventDefault();
    add(typed + text);
  };
  return (
    <div className={styles.bare} onPaste={paste}>
      <TextInput
        label={<span className="unseen">{words.addValue(name)}</span>}
        placeholder={words.valueExample}
        hint={values.length === 0 ? words.valueHint : undefined}
        fault={error}
        value={typed}
        onChange={setTyped}
        onKeyDown={press}
        onBlur={() => add(typed)}
        autoComplete="off"
        maxLength={200}
      />
      {values.some(({ text }) => text === typed.trim()) && <span className={fieldStyles.hint}>{words.errors.duplicate}</span>}
    </div>
  );
}
