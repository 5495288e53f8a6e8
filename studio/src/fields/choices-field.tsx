import { CheckboxButton, CheckboxField, CheckboxGroup, FieldError, Label, Text } from "react-aria-components";
import { fieldStyles } from "../parts/field.tsx";
import { namedOptions } from "./choice-field.tsx";
import styles from "./fields.module.css";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { emptied, nothing, objectOf } from "./schema.ts";

/** Any of a few values. */
export function ChoicesField({ schema, ui, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const options = namedOptions(objectOf(schema.items), { labels: objectOf(objectOf(ui.items).labels ?? ui.labels) });
  const chosen = Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : [];
  const change = (ids: string[]) => {
    const keptIds = chosen.filter((id) => ids.includes(id));
    const all = [...keptIds, ...ids.filter((id) => !keptIds.includes(id))].map((id): unknown => JSON.parse(id));
    onChange(all.length === 0 && !isRequired ? emptied(nothing, false) : all);
  };
  return (
    <CheckboxGroup
      className={fieldStyles.field ?? ""}
      value={chosen}
      onChange={change}
      isDisabled={isReadOnly}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={fieldStyles.label ?? ""}>
        <FieldLabel label={label} isRequired={isRequired} />
      </Label>
      <div className={styles.chips}>
        {options.map((option) => (
          <CheckboxField key={option.id} value={option.id}>
            <CheckboxButton className={styles.chip ?? ""}>{option.label}</CheckboxButton>
          </CheckboxField>
        ))}
      </div>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.fault ?? ""}>{error}</FieldError>
    </CheckboxGroup>
  );
}
