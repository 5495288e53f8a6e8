import { listForms, type StaffForm } from "../index.ts";
import { plainLine } from "../../../lib/text/mail-layout.ts";
import { textTable } from "../../../lib/text/text-table.ts";
import { siteIdOf, type Command } from "../../../lib/cli/command.ts";

export const formList: Command<{ slug: string }, StaffForm[]> = {
  run: async ({ sql }, { slug }) => listForms({ sql }, await siteIdOf(sql, slug)),
  print: (forms) =>
    forms.length === 0
      ? "No forms."
      : textTable(
          ["slug", "name", "version", "submissions", "spam", "latest"],
          forms.map(({ slug, name, version, submissions, spam, latestAt }) => [
            ...[slug, plainLine(name, 80), String(version), String(submissions), String(spam), latestAt ?? ""],
          ]),
        ),
};
