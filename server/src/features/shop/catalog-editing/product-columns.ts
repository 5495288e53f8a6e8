import { didYouMean } from "../../../lib/text/did-you-mean.ts";
import { withoutApostrophe } from "../../../lib/text/csv.ts";

/** The columns that a table of products always has. */
export const fixedColumns = ["product", "title", "status", "category", "sku", "variant", "price", "compareAtPrice", "stock"] as const;
export type FixedColumn = (typeof fixedColumns)[number];

const optionPrefix = "option.";

/** The columns of a table of products, by their places in a row. */
export interface ProductColumns {
  places: ReadonlyMap<FixedColumn, number>;
  options: readonly { name: string; place: number }[];
}

/** The column of an option: its name, unless it could be taken for another column. */
export function optionColumn(name: string): string {
  return fixedColumn(name) !== undefined || name.toLowerCase().startsWith(optionPrefix) ? `${optionPrefix}${name}` : name;
}

function fixedColumn(header: string): FixedColumn | undefined {
  return fixedColumns.find((column) => column.toLowerCase() === header.toLowerCase());
}

/** The name of the option that a column may be of; undefined for the other columns. */
export function optionOfColumn(header: string): string | undefined {
  const name = withoutApostrophe(header);
  if (name.toLowerCase().startsWith(optionPrefix)) return name.slice(optionPrefix.length);
  return fixedColumn(name.trim()) === undefined ? name : undefined;
}

/**
 * Reads the header of a table. A column is one of the fixed ones, in any case of letters, or an option: one that products of the site have, or
 * a new one as `option.<name>`, so that a typing error makes no option.
 */
export function readColumns(
  header: readonly string[],
  optionNames: readonly string[],
): { columns: ProductColumns; errors: { code: string; message: string }[] } {
  const places = new Map<FixedColumn, number>();
  const options = new Map<string, number>();
  const errors: { code: string; message: string }[] = [];
  for (const [place, cell] of header.entries()) {
    const text = withoutApostrophe(cell);
    const fixed = fixedColumn(text.trim());
    const name = optionOfColumn(cell) ?? "";
    const column = JSON.stringify(text.slice(0, 100));
    if (fixed ? places.has(fixed) : options.has(name)) errors.push({ code: "duplicate", message: `has the column ${column} twice` });
    else if (fixed) places.set(fixed, place);
    else if (optionNames.includes(name) || (text !== name && name.trim() !== "")) options.set(name, place);
    else {
      const guess = didYouMean(text.trim(), [...fixedColumns, ...optionNames]);
      const allowed = [...fixedColumns, ...optionNames.slice(0, 20)].join(", ");
      errors.push({
        code: "unknown",
        message: `has an unknown column ${column}${guess}: use ${allowed}, or ${optionPrefix}<name> for a new option`,
      });
    }
  }
  for (const column of ["product", "sku"] as const) {
    if (!places.has(column)) errors.push({ code: "required", message: `needs the column ${column}` });
  }
  return { columns: { places, options: [...options].map(([name, place]) => ({ name, place })) }, errors };
}
