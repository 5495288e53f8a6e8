import { Argument, Option } from "commander";
import { outputOption, positiveInteger, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError, UsageError } from "../../../../lib/cli/command.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { listSubmissions } from "../staff-forms.ts";
import { pageTable, submissionsCsv, submissionsJson, submissionsTable, type SubmissionsInput } from "../submission-texts.ts";

const everything = 1_000_000_000;

interface SubmissionsOptions {
  limit?: number;
  spam?: boolean;
  format: "table" | "csv";
}

/** One page of submissions: for any number of them, only a few are in memory at once. */
export const formSubmissions = command(
  {
    name: "form submissions",
    description: "show what was submitted, the newest first",
    arguments: [siteArgument, new Argument("<form>")],
    options: [
      new Option("--limit <number>", "how many (default: 50 in a table, all in CSV and JSON)").argParser(positiveInteger),
      new Option("--spam", "with what the honeypot caught"),
      new Option("--format <format>", "output format").choices(["table", "csv"]).default("table"),
      outputOption,
    ],
    input: (slug: string, form: string, { limit, spam = false, format }: SubmissionsOptions, inJson: boolean): SubmissionsInput => {
      if (inJson && format === "csv") throw new UsageError("--json and --format csv ask for different things.");
      const as = inJson ? "json" : format;
      return { slug, form, limit: limit ?? (as === "table" ? 50 : everything), spam, as };
    },
  },
  {
    run: async ({ sql }, { slug, form, spam, ...wanted }) => {
      const page = await listSubmissions({ sql }, await siteIdOf(sql, slug), form, { ...wanted, withSpam: spam });
      if (!page) throw new CommandError(`The site "${slug}" has no form "${form}". \`vitrine form list ${slug}\` shows its forms.`);
      return page;
    },
    print: pageTable,
    write: (run, { as = "table", ...input }) => texts[as](run, input),
  },
);

const texts = { table: submissionsTable, csv: submissionsCsv, json: submissionsJson };
