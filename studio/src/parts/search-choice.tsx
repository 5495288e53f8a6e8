import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover, Text } from "react-aria-components";
import { texts } from "../app/texts.ts";
import choice from "./choice.module.css";
import type { Option } from "./choice-props.tsx";
import styles from "./search-choice.module.css";
import { fieldStyles } from "./field.tsx";

interface SearchChoiceProps {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange(value: string): void;
  isDisabled?: boolean;
  isRequired?: boolean;
  hint?: ReactNode;
  fault?: string | undefined;
  placeholder?: string;
}

/** One of many, found by typing a part of its name. */
export function SearchChoice({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
  isRequired = false,
  hint,
  fault: error,
  placeholder = "",
}: SearchChoiceProps) {
  return (
    <ComboBox
      className={fieldStyles.field ?? ""}
      defaultItems={options}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      menuTrigger="focus"
    >
      <Label className={fieldStyles.label ?? ""}>
        {label}
        {isRequired && (
          <span aria-hidden className={fieldStyles.star}>
            *
          </span>
        )}
      </Label>
      <div className={styles.box}>
        <Input className={fieldStyles.input ?? ""} placeholder={placeholder} />
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
      <Popover className={`${choice.popover} ${styles.popover}`}>
        <ListBox className={choice.list ?? ""} renderEmptyState={() => <p className={styles.none}>{texts.fields.noOption}</p>}>
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={`${choice.option} ${styles.option}`}>
              <Text slot="label">{option.label}</Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
