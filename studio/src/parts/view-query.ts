/** Parameters that belong to a moment and not to a view. */
const passing = new Set(["saved", "new"]);

type Parameters = Readonly<Record<string, string | undefined>>;

const textOf = (parameters: readonly (readonly [string, string])[]) =>
  new URLSearchParams(parameters.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, value])).toString();

/** What a list shows, as the server stores it: the address with the columns, also if they are the usual ones. */
export function viewQuery(asked: Parameters, columns: string): string {
  const present = Object.entries({ ...asked, columns }).filter(
    (each): each is [string, string] => Boolean(each[1]) && !passing.has(each[0]),
  );
  return textOf(present);
}

/** Whether a list shows what a view has. A view that names no columns is shown with any. */
export function isSameView(query: string, asked: Parameters, columns: string): boolean {
  const parameters = [...new URLSearchParams(query)];
  const hasColumns = parameters.some(([name]) => name === "columns");
  return textOf(parameters) === viewQuery(asked, hasColumns ? columns : "");
}
