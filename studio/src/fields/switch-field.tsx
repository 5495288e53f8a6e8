import { Switch } from "../parts/choice.tsx";
import { fieldStyles } from "../parts/field.tsx";
import type { KindProps } from "./kind-props.ts";

/** On or off. */
export function SwitchField({ schema, value, label, hint, isReadOnly, fault: error, onChange }: KindProps) {
  return (
    <>
      <Switch
        label={label}
        isOn={(value ?? schema.default) === true}
        onChange={onChange}
        isDisabled={isReadOnly}
        {...(hint === undefined ? {} : { hint })}
      />
      {error !== undefined && <p className={fieldStyles.fault}>{error}</p>}
    </>
  );
}
