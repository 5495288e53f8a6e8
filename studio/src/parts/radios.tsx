import { FieldError, Label, RadioButton, RadioField, RadioGroup, Text } from "react-aria-components";
import styles from "./choice.module.css";
import { star, type ChoiceProps } from "./choice-props.tsx";
import { fieldStyles } from "./field.tsx";

/** One of a few, all in sight. */
export function Radios({ label, options, value, onChange, isDisabled = false, isRequired = false, hint, fault: error }: ChoiceProps) {
  return (
    <RadioGroup
      className={fieldStyles.field ?? ""}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={fieldStyles.label ?? ""}>
        {label}
        {isRequired && star}
      </Label>
      <div className={styles.radios}>
        {options.map((option) => (
          <RadioField key={option.id} value={option.id}>
            <RadioButton className={styles.radio ?? ""}>{option.label}</RadioButton>
          </RadioField>
        ))}
      </div>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.fault ?? ""}>{error}</FieldError>
    </RadioGroup>
  );
}
