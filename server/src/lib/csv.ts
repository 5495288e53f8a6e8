/**
 * Rows as RFC 4180 has them: every line ends with CRLF, and what could be misread is quoted. A value that a spreadsheet would
 * take for a formula gets an apostrophe in front (OWASP, "CSV Injection"), and a character that no file should hold is replaced.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvValue).join(",")}\r\n`).join("");
}

function csvValue(value: string): string {
  const text = value.toWellFormed().replaceAll("\0", "\ufffd");
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
