"use client";

import { Component, type ReactNode } from "react";

interface DraftBlockProps {
  children: ReactNode;
}

interface DraftBlockState extends DraftBlockProps {
  hasFailed: boolean;
}

/** A block of a draft. While it lacks something that its component needs, the others are shown without it. */
export class DraftBlock extends Component<DraftBlockProps, DraftBlockState> {
  override state: DraftBlockState = { children: this.props.children, hasFailed: false };

  static getDerivedStateFromError(): Partial<DraftBlockState> {
    return { hasFailed: true };
  }

  /** The next version of the draft is tried again. */
  static getDerivedStateFromProps({ children }: DraftBlockProps, state: DraftBlockState): DraftBlockState | null {
    return children === state.children ? null : { children, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.state.children;
  }
}
