import { formatAgo, formatDate } from "../app/texts.ts";

/** A time, as people say it; exactly on pointing at it. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDate(at)}>
      {formatAgo(at)}
    </time>
  );
}
