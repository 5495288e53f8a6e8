import type { ReactNode } from "react";
import { texts } from "../app/texts.ts";
import { fieldStyles } from "../parts/field.tsx";
import styles from "./fields.module.css";
import { lengthOf } from "./validate.ts";

/** The label of a field, with the mark of those that are needed. */
export function FieldLabel({ label, isRequired }: { label: string; isRequired: boolean }): ReactNode {
  return (
    <>
      {label}
      {isRequired && (
        <span className={fieldStyles.star} aria-hidden>
          *
        </span>
      )}
    </>
  );
}

/** How much room is left, once there is little. */
export function Counter({ text, most }: { text: string; most: number | undefined }): ReactNode {
  if (most === undefined) return null;
  const left = most - lengthOf(text);
  if (left > Math.max(10, most / 5)) return null;
  return <span className={left < 0 ? styles.over : undefined}>{left < 0 ? texts.fields.over(-left) : texts.fields.left(left)}</span>;
}
