import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { ContentLink } from "@/components/content-link";

/**
 * A text in Markdown. HTML in it is left out and never becomes part of the page, so that no content can bring a script. `level` is that
 * of its highest headings, however many signs they are written with: they stand below the heading of the block that the text is in.
 */
export function RichText({ text, level = 2 }: { text: string; level?: 2 | 3 | 4 }) {
  const highest = Math.min(6, ...[...text.matchAll(/^ {0,3}(#{1,6})[ \t]/gm)].map(([, signs = ""]) => signs.length));
  const heading = (depth: number) => `h${Math.min(level + Math.max(depth - highest, 0), 6)}` as "h2";
  return (
    <div className="prose">
      <Markdown
        skipHtml
        // Tables.
        remarkPlugins={[remarkGfm]}
        components={{
          a: ({ href, children }) => <ContentLink href={href ?? ""}>{children}</ContentLink>,
          // The corner of a table has no text, and is the header of nothing.
          th: ({ children, style }) => (children ? <th style={style}>{children}</th> : <td />),
          h1: heading(1),
          h2: heading(2),
          h3: heading(3),
          h4: heading(4),
          h5: heading(5),
          h6: heading(6),
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}
