import type { Schema, Ui } from "./schema.ts";

/** What the field of a kind is told. */
export interface KindProps {
  /** Resolved: without a `$ref` into the schema. */
  schema: Schema;
  ui: Ui;
  path: string;
  value: unknown;
  label: string;
  hint: string | undefined;
  isRequired: boolean;
  isReadOnly: boolean;
  fault: string | undefined;
  /** Undefined: the member goes. */
  onChange(value: unknown): void;
}
