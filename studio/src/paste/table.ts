import type { Run } from "./block.ts";
import type { HtmlElement } from "./html-tree.ts";

/** What a program may claim that a cell spans. */
const widest = 50;
const highest = 500;

interface Row {
  cells: HtmlElement[];
  /** The empty cells before one: those that other cells reach into. */
  gaps(index: number): Run[][];
}

/** The rows of a table, without those of a table inside. */
export function rowsOf(table: HtmlElement): Row[] {
  /** By column: how many more rows a cell from above reaches into. */
  const spanned: number[] = [];
  return rowElements(table).map((row) => {
    const cells = row.children.filter((child): child is HtmlElement => typeof child !== "string" && /^t[dh]$/.test(child.name));
    const gaps: number[] = [];
    let column = 0;
    let waiting = 0;
    const skip = () => {
      for (; (spanned[column] ?? 0) > 0; column += 1) {
        spanned[column] = (spanned[column] ?? 0) - 1;
        waiting += 1;
      }
    };
    for (const cell of cells) {
      skip();
      gaps.push(waiting);
      const width = spanOf(cell, "colspan", widest);
      const height = spanOf(cell, "rowspan", highest);
      for (let count = 0; count < width && column < widest; count += 1, column += 1) spanned[column] = height - 1;
      waiting = width - 1;
    }
    skip();
    return { cells, gaps: (index) => Array.from({ length: gaps[index] ?? 0 }, () => []) };
  });
}

function rowElements(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.name === "tr") return [child];
    return /^t(head|body|foot)$/.test(child.name) ? rowElements(child) : [];
  });
}

const spanOf = ({ attributes }: HtmlElement, name: string, most: number) =>
  Math.min(Math.max(Number.parseInt(attributes.get(name) ?? "1", 10) || 1, 1), most);
