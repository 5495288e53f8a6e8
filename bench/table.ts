/** A column's title, and its alignment. */
export interface Column {
  title: string;
  align: "left" | "right";
}

/** A Markdown table with aligned columns, as the formatter leaves it. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const sized = columns.map(({ title, align }, index) => {
    const width = Math.max(3, title.length, ...rows.map((row) => row[index]?.length ?? 0));
    return { title, width, align };
  });
  const line = (cells: readonly string[]) =>
    `| ${sized.map(({ width, align }, index) => pad(cells[index] ?? "", width, align)).join(" | ")} |`;
  return [
    line(sized.map(({ title }) => title)),
    line(sized.map(({ width, align }) => (align === "left" ? "-".repeat(width) : `${"-".repeat(width - 1)}:`))),
    ...rows.map(line),
  ].join("\n");
}

function pad(cell: string, width: number, align: Column["align"]): string {
  return align === "left" ? cell.padEnd(width) : cell.padStart(width);
}
