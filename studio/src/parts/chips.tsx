import type { ReactNode } from "react";
import { CheckboxButton, CheckboxField, CheckboxGroup, Label, Text } from "react-aria-components";
import styles from "./chips.module.css";
import { fieldStyles } from "./field.tsx";

interface ChipsProps {
  label: string;
  options: readonly { id: string; label: string }[];
  value: readonly string[];
  onChange(value: string[]): void;
  isDisabled?: boolean;
  hint?: ReactNode;
}

/** Any of a few, all in sight. The chosen ones keep their order. */
export function Chips({ label, options, value, onChange, isDisabled = false, hint }: ChipsProps) {
  const change = (next: string[]) => {
    const remainingIds = value.filter((id) => next.includes(id));
    onChange([...remainingIds, ...next.filter((id) => !remainingIds.includes(id))]);
  };
  return (
    <CheckboxGroup className={fieldStyles.field ?? ""} value={[...value]} onChange={change} isDisabled={isDisabled}>
      <Label className={fieldStyles.label ?? ""}>{label}</Label>
      <div className={styles.chips}>
        {options.map((option) => (
          <CheckboxField key={option.id} value={option.id}>
            <CheckboxButton className={styles.chip ?? ""}>{option.label}</CheckboxButton>
          </CheckboxField>
        ))}
      </div>
      {hint !== undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
    </CheckboxGroup>
  );
}
