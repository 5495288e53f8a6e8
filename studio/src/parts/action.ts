import type { ReactNode } from "react";

/** What a button, a menu or ⌘K does. */
export interface Action {
  id: string;
  label: string;
  icon?: ReactNode;
  /** The keys that do the same: ⌘D. */
  keys?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  onAction(): void;
}
