import { ChoiceField } from "./choice-field.tsx";
import type { KindProps } from "./kind-props.ts";
import { SwitchField } from "./switch-field.tsx";

/** The one value that is allowed. It needs no field, unless it is missing or another one. */
export function ConstantField(props: KindProps) {
  const { schema, value, isRequired, onChange } = props;
  if (schema.const === true) return <SwitchField {...props} onChange={(isOn) => onChange(isOn === true ? true : undefined)} />;
  if (value === schema.const || (value === undefined && !isRequired)) return null;
  return <ChoiceField {...props} schema={{ enum: [schema.const] }} />;
}
