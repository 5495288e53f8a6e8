import { Fragment } from "react";

/** A text with some of its ranges marked, in UTF-16 code units. */
export function Marked({ text, ranges }: { text: string; ranges: readonly { start: number; end: number }[] }) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    parts.push(<Fragment key={at}>{text.slice(at, start)}</Fragment>, <mark key={`${start}-mark`}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
