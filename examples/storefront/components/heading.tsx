import type { ReactNode } from "react";

export type HeadingLevel = 1 | 2 | 3 | 4;

/** A heading one level below what surrounds it, so that the outline of every page has no gaps. */
export function Heading({ level, children }: { level: HeadingLevel; children: ReactNode }) {
  const Tag = `h${level}` as const;
  return <Tag>{children}</Tag>;
}

export const below = (level: HeadingLevel): HeadingLevel => Math.min(level + 1, 4) as HeadingLevel;
