/** The first bytes of a CSV file, so that a spreadsheet reads it as UTF-8. */
export const csvStart = "\ufeff";

/**
 * Rows as in RFC 4180, every value quoted: some spreadsheets separate values by semicolons. Every line ends with CRLF. A
 * value that a spreadsheet could take for a formula gets an apostrophe in front (OWASP, "CSV Injection"), which `withoutApostrophe` takes off,
 * and a character that is unsafe in any file is replaced.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvValue).join(",")}\r\n`).join("");
}

function csvValue(value: string): string {
  return `"${withApostrophe(value.toWellFormed().replaceAll("\0", "\ufffd")).replaceAll('"', '""')}"`;
}

/** The text as it is written into a cell. A formula that has apostrophes in front already gets another one, so that the way back is unambiguous. */
export function withApostrophe(text: string): string {
  return isFormula(text.replace(/^'+/, "")) ? `'${text}` : text;
}

/** The text of a cell without the apostrophe that `withApostrophe` has put in front. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.replace(/^'+/, "")) ? cell.slice(1) : cell;
}

// Characters that a spreadsheet may drop before it reads a value.
const unseen = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/u;

/** Whether the first visible character starts a formula, full-width or other spellings included, or could be dropped before one. */
function isFormula(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true;
  const [first = ""] = text.replace(unseen, "");
  return /^[=+\-@]/.test(first.normalize("NFKC"));
}
