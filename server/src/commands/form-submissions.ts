import { listSubmissions, type Submission } from "../features/forms/index.ts";
import { csvText } from "../lib/csv.ts";
import { plainLine } from "../lib/mail-layout.ts";
import { textTable } from "../lib/text-table.ts";
import { CommandError, siteIdOf, type Command } from "./command.ts";

export const formSubmissions: Command<{ slug: string; form: string; limit: number; spam: boolean }, Submission[]> = {
  run: async ({ sql }, { slug, form, limit, spam }) => {
    const submissions = await listSubmissions({ sql }, await siteIdOf(sql, slug), form, { limit, withSpam: spam });
    if (!submissions) throw new CommandError(`The site "${slug}" has no form "${form}". \`vitrine form list ${slug}\` shows its forms.`);
    return submissions;
  },
  print: (submissions) => {
    if (submissions.length === 0) return "No submissions.";
    const fields = fieldNames(submissions);
    return textTable(
      ["submitted at", "version", "spam", ...fields.map((name) => plainLine(name, 40))],
      submissions.map(({ submittedAt, version, isSpam, data }) => [
        ...[submittedAt, String(version), isSpam ? "yes" : ""],
        // A terminal obeys some characters, and a visitor has written these.
        ...fields.map((name) => plainLine(valueText(data, name), 40)),
      ]),
    );
  },
};

/** The submissions for a spreadsheet: a column for each field that any of them has. */
export function submissionsCsv(submissions: readonly Submission[]): string {
  const fields = fieldNames(submissions);
  return csvText([
    ["id", "submitted at", "version", "spam", ...fields],
    ...submissions.map(({ id, submittedAt, version, isSpam, data }) => [
      ...[id, submittedAt, String(version), isSpam ? "yes" : "no"],
      ...fields.map((name) => valueText(data, name)),
    ]),
  ]);
}

function fieldNames(submissions: readonly Submission[]): string[] {
  return [...new Set(submissions.flatMap(({ data }) => Object.keys(data)))];
}

function valueText(data: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(data, name) ? data[name] : undefined;
  return value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}
