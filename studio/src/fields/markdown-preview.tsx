import { Fragment, memo, type ReactNode } from "react";
import { inline } from "./markdown-inline.tsx";

const starts = {
  fence: /^ {0,3}(`{3,}|~{3,})/,
  heading: /^ {0,3}(#{1,6})[ \t]+(.*)$/,
  rule: /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/,
  quote: /^ {0,3}> ?/,
  item: /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+/,
  row: /^ {0,3}\|/,
};
const startsSomething = (line: string) => Object.values(starts).some((start) => start.test(line));
const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";
const indentOf = (line: string) => line.length - line.trimStart().length;
const deepest = 8;

/** What Markdown looks like, in the dialect of the storefronts: as elements, and never as HTML that somebody wrote. */
export const MarkdownPreview = memo(function MarkdownPreview({ text }: { text: string }) {
  return <>{blocks(text.replaceAll("\r\n", "\n").replaceAll("\t", "    ").split("\n"), 0)}</>;
});

type Take = (belongs: (line: string, count: number) => boolean) => string[];

function blocks(lines: readonly string[], depth: number): ReactNode[] {
  if (depth > deepest) return [<p key="deep">{lines.join("\n")}</p>];
  const nodes: ReactNode[] = [];
  let at = 0;
  const take: Take = (belongs) => {
    const from = at;
    for (let line = lines[at]; line !== undefined && belongs(line, at - from); line = lines[at]) at += 1;
    return lines.slice(from, at);
  };
  for (let line = lines[at]; line !== undefined; line = lines[at]) {
    const key = at;
    const fence = starts.fence.exec(line)?.[1];
    const heading = starts.heading.exec(line);
    if (isBlank(line)) at += 1;
    else if (fence !== undefined) {
      at += 1;
      const code = take((next) => !next.trimStart().startsWith(fence));
      at += 1;
      nodes.push(
        <pre key={key}>
          <code>{code.join("\n")}</code>
        </pre>,
      );
    } else if (heading) {
      at += 1;
      // No headings of the page: those of the studio are its outline.
      nodes.push(
        <p key={key} data-heading={Math.min(heading[1]?.length ?? 1, 3)}>
          {inline((heading[2] ?? "").replace(/[ \t]#+[ \t]*$/, ""))}
        </p>,
      );
    } else if (starts.rule.test(line)) {
      at += 1;
      nodes.push(<hr key={key} />);
    } else if (starts.quote.test(line)) {
      const quoted = take((next) => starts.quote.test(next)).map((next) => next.replace(starts.quote, ""));
      nodes.push(<blockquote key={key}>{blocks(quoted, depth + 1)}</blockquote>);
    } else if (starts.item.test(line)) nodes.push(<Fragment key={key}>{list(take, depth)}</Fragment>);
    else if (starts.row.test(line)) nodes.push(<Fragment key={key}>{table(take((next) => starts.row.test(next)))}</Fragment>);
    else {
      const paragraph = take((next, count) => !isBlank(next) && (count === 0 || !startsSomething(next)));
      const words = paragraph.map((next) => next.trimStart()).join("\n");
      nodes.push(<p key={key}>{inline(words.trimEnd())}</p>);
    }
  }
  return nodes;
}

function list(take: Take, depth: number): ReactNode {
  const items: string[][] = [];
  let [width, isLoose, isOrdered, first] = [0, false, false, 1];
  take((line, count) => {
    const mark = starts.item.exec(line)?.[0];
    const isInside = count > 0 && indentOf(line) >= Math.min(width, 2) && (indentOf(line) >= width || mark === undefined);
    const last = items.at(-1);
    if (mark !== undefined && !isInside) {
      if (!last) [isOrdered, first] = [/\d/.test(mark), Number.parseInt(mark, 10)];
      else if (/\d/.test(mark) !== isOrdered) return false;
      else isLoose ||= isBlank(last.at(-1));
      width = mark.length;
      items.push([line.slice(width)]);
      return true;
    }
    // A line that goes on with the item's text need not stand below it; after an empty line it must.
    if (!isBlank(line) && !isInside && (isBlank(last?.at(-1)) || startsSomething(line))) return false;
    last?.push(isBlank(line) ? "" : line.slice(Math.min(width, indentOf(line))));
    return true;
  });
  const listItems = items.map((lines, index) => {
    const isLine = !isLoose && lines.every((line, place) => place === 0 || isBlank(line) || !startsSomething(line));
    return <li key={index}>{isLine ? inline(lines.join("\n").trim()) : blocks(lines, depth + 1)}</li>;
  });
  return isOrdered ? <ol start={first}>{listItems}</ol> : <ul>{listItems}</ul>;
}

function table(rows: readonly string[]): ReactNode {
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\||(?<!\\)\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
  const isRuler = (row: readonly string[] | undefined) => row?.every((cell) => /^:?-+:?$/.test(cell)) ?? false;
  const hasHead = isRuler(cells[1]);
  const body = cells.slice(hasHead ? 1 : 0).filter((row) => !isRuler(row));
  return (
    <table>
      {hasHead && (
        <thead>
          <tr>
            {cells[0]?.map((cell, index) => (
              <th key={index}>{inline(cell)}</th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {body.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
