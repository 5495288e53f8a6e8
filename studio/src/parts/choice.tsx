import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  SwitchButton,
  SwitchField,
  Text,
  type Key,
} from "react-aria-components";
import styles from "./choice.module.css";
import { star, type ChoiceProps, type Option } from "./choice-props.tsx";
import { fieldStyles } from "./field.tsx";

/** One of several, from a list that opens. */
export function Choice({
  label,
  isLabelUnseen = false,
  options,
  value,
  onChange,
  isDisabled = false,
  isRequired = false,
  hint,
  fault: error,
  placeholder = "",
}: ChoiceProps) {
  return (
    <Select
      className={fieldStyles.field ?? ""}
      value={value}
      onChange={(key: Key | null) => key !== null && onChange(String(key))}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      placeholder={placeholder}
      {...(isLabelUnseen ? { "aria-label": label } : {})}
    >
      {!isLabelUnseen && (
        <Label className={fieldStyles.label ?? ""}>
          {label}
          {isRequired && star}
        </Label>
      )}
      <Button className={`${fieldStyles.input} ${styles.trigger}`}>
        <SelectValue className={styles.value ?? ""} />
        <ChevronDown className="icon" aria-hidden />
      </Button>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.fault ?? ""}>{error}</FieldError>
      <Popover className={styles.popover ?? ""}>
        <ListBox className={styles.list ?? ""} items={options}>
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.option ?? ""}>
              {({ isSelected }) => (
                <>
                  <span className={styles.mark}>{isSelected && <Check className="icon" aria-hidden />}</span>
                  <span>
                    <Text slot="label">{option.label}</Text>
                    {option.detail !== undefined && (
                      <Text slot="description" className={fieldStyles.hint ?? ""}>
                        {option.detail}
                      </Text>
                    )}
                  </span>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

interface SwitchProps {
  label: ReactNode;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
  hint?: ReactNode;
}

export function Switch({ label, isOn, onChange, isDisabled = false, hint }: SwitchProps) {
  return (
    <SwitchField isSelected={isOn} onChange={onChange} isDisabled={isDisabled} className={fieldStyles.field ?? ""}>
      <SwitchButton className={styles.switch ?? ""}>
        <span className={styles.track} aria-hidden />
        {label}
      </SwitchButton>
      {hint !== undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
    </SwitchField>
  );
}
