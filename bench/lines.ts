import { table } from "./table.ts";

/** A row of a table, and its goal. */
export interface Line {
  cells: string[];
  goal?: { text: string; met: boolean } | undefined;
}

export function withGoals(titles: readonly string[], lines: readonly Line[]): string {
  return plain(
    [...titles, "goal"],
    lines.map(({ cells, goal }) => ({ cells: [...cells, goal ? `${goal.text}: ${goal.met ? "met" : "MISSED"}` : ""] })),
  );
}

export function plain(titles: readonly string[], lines: readonly Line[]): string {
  return table(
    titles.map((title, index) => ({ title, align: index === 0 ? "left" : "right" })),
    lines.map(({ cells }) => cells),
  );
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

export function percent(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)} %`;
}
