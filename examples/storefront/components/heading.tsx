import type { ReactNode } from "react";

export type HeadingLevel = 1 | 2 | 3 | 4;

/**
 * A heading one level below what surrounds it, so that the outline of every page has no gaps. `field` is a JSON Pointer into the props of its
 * block: people edit the text in place in the studio.
 */
export function Heading({ level, field, children }: { level: HeadingLevel; field?: string; children: ReactNode }) {
  const Tag = `h${level}` as const;
  return <Tag data-vitrine-field={field}>{children}</Tag>;
}

export const below = (level: HeadingLevel): HeadingLevel => Math.min(level + 1, 4) as HeadingLevel;
