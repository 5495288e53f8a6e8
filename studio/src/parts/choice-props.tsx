import type { ReactNode } from "react";
import { fieldStyles } from "./field.tsx";

export interface Option {
  id: string;
  label: string;
  /** A line below. */
  detail?: string;
}

export interface ChoiceProps {
  label: string;
  /** Where the label stands elsewhere already. */
  isLabelUnseen?: boolean;
  options: readonly Option[];
  value: string | null;
  onChange(value: string): void;
  isDisabled?: boolean;
  isRequired?: boolean;
  hint?: ReactNode;
  fault?: string | undefined;
  placeholder?: string;
}

/** The mark of what is required. */
export const star = (
  <span aria-hidden className={fieldStyles.star}>
    *
  </span>
);
