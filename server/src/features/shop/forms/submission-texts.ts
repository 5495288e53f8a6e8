import { csvStart, csvText } from "../../../lib/text/csv.ts";
import { plainLine } from "../../../lib/text/mail-layout.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { filesIn } from "./upload-fields.ts";
import type { Submission, SubmissionCursor, SubmissionPage } from "./staff-forms.ts";

/** The submissions that are asked for. */
export interface SubmissionsInput {
  slug: string;
  form: string;
  limit: number;
  spam: boolean;
  /** The end of the previous page. */
  before?: SubmissionCursor;
  withTotal?: boolean;
  /** The output format, the same for all pages. */
  as?: "table" | "csv" | "json";
}

type RunPage = (input: SubmissionsInput) => Promise<SubmissionPage>;

/** Page by page, at most `limit` submissions in all. Each is read on demand. */
async function* pagesOf(run: RunPage, { limit, ...input }: SubmissionsInput): AsyncGenerator<SubmissionPage, void> {
  let left = limit;
  let before: SubmissionCursor | null | undefined;
  do {
    const page: SubmissionPage = await run({ ...input, limit: left, ...(before ? { before, withTotal: false } : {}) });
    yield page;
    left -= page.submissions.length;
    before = page.next;
  } while (before && left > 0);
}

/** For a person: as much of each value as fits. */
export async function* submissionsTable(run: RunPage, input: SubmissionsInput): AsyncGenerator<string, void> {
  const rows: Submission[] = [];
  let total: number | null = null;
  for await (const page of pagesOf(run, { ...input, withTotal: true })) {
    total ??= page.total;
    rows.push(...page.submissions.map(shortened));
  }
  yield `${table(rows, total)}\n`;
}

/** An array of all of them, as they were submitted. */
export async function* submissionsJson(run: RunPage, input: SubmissionsInput): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const { submissions } of pagesOf(run, input)) {
    for (const submission of submissions) {
      yield `${isFirst ? "[" : ","}\n${JSON.stringify(submission)}`;
      isFirst = false;
    }
  }
  yield isFirst ? "[]\n" : "\n]\n";
}

const fixedColumns = ["id", "submitted at", "version", "spam"];
const otherColumn = "other";

/** For a spreadsheet. */
export function submissionsCsv(run: RunPage, input: SubmissionsInput): AsyncGenerator<string, void> {
  return csvOfPages(pagesOf(run, input));
}

/** A column for each field that the form's schema names, and one for all other members. */
export async function* csvOfPages(pages: AsyncIterable<SubmissionPage>): AsyncGenerator<string, void> {
  // The form may change meanwhile; the columns stay.
  let columns: { fields: readonly string[]; fieldNames: ReadonlySet<string>; fileFields: ReadonlySet<string> } | undefined;
  for await (const page of pages) {
    if (!columns) {
      columns = { fields: page.fields, fieldNames: new Set(page.fields), fileFields: new Set(page.fileFields) };
      yield csvStart + csvText([[...fixedColumns, ...page.fields.map(columnName), otherColumn]]);
    }
    const { fields, fieldNames, fileFields } = columns;
    for (const { id, submittedAt, version, isSpam, data } of page.submissions) {
      const others = Object.entries(data).filter(([name]) => !fieldNames.has(name));
      yield csvText([
        [
          ...[id, submittedAt, String(version), isSpam ? "yes" : "no"],
          ...fields.map((name) => (fileFields.has(name) && fileNames(data, name)) || valueText(data, name)),
          others.length === 0 ? "" : JSON.stringify(Object.fromEntries(others)),
        ],
      ]);
    }
  }
}

/** The field's name, unless it is the name of one of our own columns. No field can be called data.something. */
function columnName(field: string): string {
  return [...fixedColumns, otherColumn].includes(field.toLowerCase()) ? `data.${field}` : field;
}

/** A page for a person: as much of each value as fits. */
export function pageTable({ submissions, total }: SubmissionPage): string {
  return table(submissions.map(shortened), total);
}

function table(submissions: readonly Submission[], total: number | null): string {
  if (submissions.length === 0) return "No submissions.";
  const fields = [...new Set(submissions.flatMap(({ data }) => Object.keys(data)))];
  const rows = textTable(
    ["submitted at", "version", "spam", ...fields],
    submissions.map(({ submittedAt, version, isSpam, data }) => [
      ...[submittedAt, String(version), isSpam ? "yes" : ""],
      ...fields.map((name) => valueText(data, name)),
    ]),
  );
  const isCut = total !== null && total > submissions.length;
  return isCut ? `${rows}\n… the latest ${submissions.length} of ${total}; --limit shows more` : rows;
}

/** A submission as a table shows it. A terminal executes some characters, and the text comes from a visitor. */
function shortened({ data, ...submission }: Submission): Submission {
  const cells = Object.keys(data).map((name) => [plainLine(name, 40), plainLine(valueText(data, name), 40)] as const);
  return { ...submission, data: Object.fromEntries(cells) };
}

function valueText(data: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  return value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** The names of the files in a field for files; empty if it has none. */
function fileNames(data: Readonly<Record<string, unknown>>, name: string): string {
  return filesIn(Object.hasOwn(data, name) ? data[name] : undefined)
    .map((file) => file.name)
    .join(", ");
}
