import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from "react-aria-components";
import choice from "./choice.module.css";
import styles from "./combo.module.css";
import { fieldStyles } from "./field.tsx";

interface ComboProps {
  label: string;
  options: readonly { id: string; label: string }[];
  /** The text; of an option, its label. */
  value: string;
  onChange(value: string): void;
  /** Other words than those of the options are good too. */
  isOpenEnded?: boolean;
  isDisabled?: boolean;
  hint?: ReactNode;
  fault?: string | undefined;
  autoFocus?: boolean;
}

/** A text with a list of proposals that narrows while somebody types. */
export function Combo({
  label,
  options,
  value,
  onChange,
  isOpenEnded = false,
  isDisabled = false,
  hint,
  fault: error,
  autoFocus = false,
}: ComboProps) {
  return (
    <ComboBox
      className={fieldStyles.field ?? ""}
      inputValue={value}
      onInputChange={onChange}
      value={options.find((each) => each.label === value)?.id ?? null}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen) onChange(chosen.label);
      }}
      defaultItems={options}
      allowsCustomValue={isOpenEnded}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      menuTrigger="focus"
      autoFocus={autoFocus}
    >
      <Label className={fieldStyles.label ?? ""}>{label}</Label>
      <div className={styles.frame}>
        <Input className={`${fieldStyles.input} ${styles.input}`} />
        <Button className={styles.open ?? ""}>
          <ChevronDown className="icon" aria-hidden />
        </Button>
      </div>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.fault ?? ""}>{error}</FieldError>
      <Popover className={choice.popover ?? ""}>
        <ListBox className={choice.list ?? ""}>
          {(option: { id: string; label: string }) => (
            <ListBoxItem id={option.id} textValue={option.label} className={`${choice.option} ${styles.option}`}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
