import { createContext, use, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import type { Binding } from "../draft/block.ts";
import type { FormState } from "./form-state.ts";
import type { Original } from "./original-text.tsx";
import type { Schema, Ui } from "./schema.ts";

/** What a field is told: the part of the schema and of the value that it is for. */
export interface FieldProps {
  schema: Schema;
  ui: Ui;
  /** JSON Pointer into the value of the form. */
  path: string;
  value: unknown;
  /** The name where the schema has no title. */
  name: string;
  isRequired: boolean;
}

/** What every field of a form shares. It stays the same while values change. */
export interface Form {
  root: Schema;
  locale: string;
  isReadOnly: boolean;
  original: Original | undefined;
  state: FormState;
  /** The value at a place as it is now. */
  read(path: string): unknown;
  /** Puts a value at a place; undefined takes the member away. */
  change(path: string, value: unknown): void;
  bindings: Readonly<Record<string, Binding>>;
  /** What stands beside the label of a field. */
  aside: ((path: string, label: string) => ReactNode) | undefined;
  onBind: ((path: string, binding: Binding | undefined) => void) | undefined;
  /** Any field: those of lists and groups have others inside. */
  Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<Form | undefined>(undefined);

export function useForm(): Form {
  const form = use(FormContext);
  if (!form) throw new Error("There is no form here: a field must lie within a SchemaForm.");
  return form;
}

export function useError(path: string): string | undefined {
  const { state } = useForm();
  return useSyncExternalStore(state.subscribe, () => state.errorAt(path));
}

export const isBelow = (path: string) => (each: string) => each.startsWith(`${path}/`);

export function useErrorsWithin(contains: (path: string) => boolean): number {
  const { state } = useForm();
  return useSyncExternalStore(state.subscribe, () => state.errorsWithin(contains));
}

/** Calls back when a place inside is looked for: whatever is closed on the way opens. */
export function useRevealed(contains: (path: string) => boolean, open: () => void): void {
  const { state } = useForm();
  const isInside = useSyncExternalStore(state.subscribe, () => state.revealed !== undefined && contains(state.revealed));
  useEffect(() => {
    if (isInside) open();
  }, [isInside]);
}

/** Whether the field itself is looked for. */
export function useIsRevealed(path: string): boolean {
  const { state } = useForm();
  return useSyncExternalStore(state.subscribe, () => state.revealed === path);
}
