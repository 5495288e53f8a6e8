import { didYouMean } from "../../../lib/text/did-you-mean.ts";
import { withoutApostrophe } from "../../../lib/text/csv.ts";

/** The columns that a table of products always has. */
export const fixedColumns = ["product", "title", "status", "category", "sku", "variant", "price", "compareAtPrice", "stock"] as const;
export type FixedColumn = (typeof fixedColumns)[number];

const amountColumns = ["price", "compareAtPrice"] as const;
/** Such as `price_usd`: an amount in a further currency of the site. */
export type AmountColumn = `${(typeof amountColumns)[number]}_${string}`;

/** The columns of the amounts in further currencies. */
export function currencyColumns(currencies: readonly string[]): AmountColumn[] {
  return currencies.flatMap((currency) => amountColumns.map((column): AmountColumn => `${column}_${currency}`));
}

const optionPrefix = "option.";
const mostColumns = 200;
/** As in a bundle. */
const longestOptionName = 100;

/** The columns of a table of products, by their places in a row. */
export interface ProductColumns {
  places: ReadonlyMap<FixedColumn | AmountColumn, number>;
  /** The further currencies of which the table has a column. */
  currencies: readonly string[];
  options: readonly { name: string; place: number }[];
}

/** The column of an option: its name, unless it could be taken for another column. */
export function optionColumn(name: string): string {
  return fixedColumn(name) !== undefined || /^(?:price|compareAtPrice)_[a-z]{3}$/i.test(name) || name.toLowerCase().startsWith(optionPrefix)
    ? `${optionPrefix}${name}`
    : name;
}

function fixedColumn(header: string): FixedColumn | undefined {
  return columnNamed(header, fixedColumns);
}

function columnNamed<Column extends string>(header: string, columns: readonly Column[]): Column | undefined {
  return columns.find((column) => column.toLowerCase() === header.toLowerCase());
}

/** The names of options that a column may have, the exact one first; none for the other columns. */
export function optionNamesOf(header: string): string[] {
  const text = withoutApostrophe(header);
  const isPrefixed = text.toLowerCase().startsWith(optionPrefix);
  if (!isPrefixed && fixedColumn(text.trim()) !== undefined) return [];
  const name = isPrefixed ? text.slice(optionPrefix.length) : text;
  return [name, name.trim()];
}

/**
 * Reads the header of a table. A column is one of the fixed ones or an amount in a further currency, in any case of letters, or an option: one that products of the site have, or
 * a new one as `option.<name>`, so that a typing error makes no option. Blanks around a name do not count.
 */
export function readColumns(
  header: readonly string[],
  optionNames: ReadonlySet<string>,
  currencies: readonly string[],
): { columns: ProductColumns; errors: { code: string; message: string }[] } {
  const places = new Map<FixedColumn | AmountColumn, number>();
  const ofCurrencies = currencyColumns(currencies);
  const options = new Map<string, number>();
  const errors: { code: string; message: string }[] = [];
  // Each unknown one would be compared with all names.
  if (header.length > mostColumns) {
    errors.push({ code: "too_many", message: `has more than ${mostColumns} columns: remove those that are not needed` });
    return { columns: { places, currencies: [], options: [] }, errors };
  }
  for (const [place, cell] of header.entries()) {
    const text = withoutApostrophe(cell);
    const fixed = fixedColumn(text.trim()) ?? columnNamed(text.trim(), ofCurrencies);
    const names = optionNamesOf(cell);
    const name = names.find((each) => optionNames.has(each)) ?? names.at(-1) ?? "";
    const isNew = text.toLowerCase().startsWith(optionPrefix) && name !== "";
    const column = JSON.stringify(text.slice(0, 100));
    if (fixed ? places.has(fixed) : options.has(name)) errors.push({ code: "duplicate", message: `has the column ${column} twice` });
    else if (fixed) places.set(fixed, place);
    else if (name.length > longestOptionName)
      errors.push({
        code: "maxLength",
        message: `has the column ${column}, of an option whose name has more than ${longestOptionName} characters`,
      });
    else if (optionNames.has(name) || isNew) options.set(name, place);
    else {
      const guess = didYouMean(text.trim(), [...fixedColumns, ...ofCurrencies, ...optionNames]);
      const allowed = [...fixedColumns, ...ofCurrencies, ...[...optionNames].slice(0, 20)].join(", ");
      errors.push({
        code: "unknown",
        message: `has an unknown column ${column}${guess}: use ${allowed}, or ${optionPrefix}<name> for a new option`,
      });
    }
  }
  for (const column of ["product", "sku"] as const) {
    if (!places.has(column)) errors.push({ code: "required", message: `needs the column ${column}` });
  }
  const present = currencies.filter((currency) => currencyColumns([currency]).some((column) => places.has(column)));
  return { columns: { places, currencies: present, options: [...options].map(([name, place]) => ({ name, place })) }, errors };
}
