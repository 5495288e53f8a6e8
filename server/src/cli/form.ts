import { Option, type Command as Program } from "commander";
import type { SubmissionsInput } from "../features/forms/cli/form-submissions.ts";
import type { SubmissionPage } from "../features/forms/index.ts";
import { writePrivateFile } from "../lib/secrets/private-file.ts";
import { positiveInteger } from "../lib/cli/arguments.ts";
import type { Caller } from "./caller.ts";

const everything = 1_000_000_000;

interface SubmissionsOptions {
  limit?: number;
  spam?: boolean;
  format: "table" | "csv";
  output?: string;
}

/** `form …`: forms, and what was submitted. */
export function formCommands(program: Program, { attempt, call, inJson, withCommand, writeOut }: Caller): void {
  const form = program.command("form").description("look at a site's forms, and at what was submitted");
  form
    .command("list <site>")
    .description("show the forms")
    .action((slug: string) => attempt(() => call("form list", { slug })));
  form
    .command("submissions <site> <form>")
    .description("show what was submitted, the newest first")
    .option("--limit <number>", "how many (default: 50 in a table, all in CSV and JSON)", positiveInteger)
    .option("--spam", "with what the honeypot caught")
    .addOption(new Option("--format <format>", "of the answer").choices(["table", "csv"]).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .action((slug: string, name: string, { limit, spam, format, output }: SubmissionsOptions) => {
      if (inJson() && format === "csv") form.error("error: --json and --format csv ask for different things.");
      return attempt(async () => {
        const isTable = !inJson() && format === "table";
        const input = { slug, form: name, limit: limit ?? (isTable ? 50 : everything), spam: spam === true };
        const { submissionsCsv, submissionsJson, submissionsTable } = await import("../features/forms/cli/form-submissions.ts");
        await withCommand("form submissions", async (runCommand) => {
          const runPage = (page: SubmissionsInput) => runCommand(page) as Promise<SubmissionPage>;
          const chunks = isTable ? [await submissionsTable(runPage, input)] : (inJson() ? submissionsJson : submissionsCsv)(runPage, input);
          if (output === undefined) await writeOut(chunks);
          else await writePrivateFile(output, chunks);
        });
      });
    });
}
