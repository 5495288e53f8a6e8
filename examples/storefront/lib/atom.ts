import { absoluteUrl } from "@/lib/settings";

export interface FeedEntry {
  /** With the locale. */
  path: string;
  title: string;
  summary: string;
  author: string | undefined;
  publishedAt: string;
  updatedAt: string;
}

/** A feed in the Atom format (RFC 4287). `path` is its own. */
export function atomFeed({
  path,
  title,
  author,
  locale,
  entries,
}: {
  path: string;
  title: string;
  author: string;
  locale: string;
  entries: readonly FeedEntry[];
}): string {
  const updated =
    entries
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? "1970-01-01T00:00:00Z";
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(locale)}">`,
    `<id>${escapeXml(absoluteUrl(path))}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<link rel="self" href="${escapeXml(absoluteUrl(path))}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(absoluteUrl(`/${locale}/blog`))}"/>`,
    ...entries.map(atomEntry),
    "</feed>",
  ].join("\n");
}

function atomEntry({ path, title, summary, author, publishedAt, updatedAt }: FeedEntry): string {
  const url = escapeXml(absoluteUrl(path));
  return [
    "<entry>",
    `<id>${url}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<published>${publishedAt}</published>`,
    `<updated>${updatedAt}</updated>`,
    ...(author ? [`<author><name>${escapeXml(author)}</name></author>`] : []),
    `<summary>${escapeXml(summary)}</summary>`,
    "</entry>",
  ].join("\n");
}

function escapeXml(text: string): string {
  return (
    text
      // XML cannot hold these at all, not even escaped.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
