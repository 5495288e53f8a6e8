/** What a file of CSV begins with, so that a spreadsheet reads it as UTF-8. */
export const csvStart = "\ufeff";

/**
 * Rows as RFC 4180 has them, every value quoted: some spreadsheets separate values by semicolons. Every line ends with CRLF. A
 * value that a spreadsheet could take for a formula gets an apostrophe in front (OWASP, "CSV Injection"), and a character that
 * no file should hold is replaced.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvValue).join(",")}\r\n`).join("");
}

function csvValue(value: string): string {
  const text = value.toWellFormed().replaceAll("\0", "\ufffd");
  return `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

// What a spreadsheet may drop before it looks.
const unseen = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/u;

/** Whether what is seen first is the sign of a formula, full-width or otherwise written too, or could be dropped before one. */
function isFormula(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true;
  const [first = ""] = text.replace(unseen, "");
  return /^[=+\-@]/.test(first.normalize("NFKC"));
}
