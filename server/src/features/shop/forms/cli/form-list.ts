import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { plainLine } from "../../../../lib/text/mail-layout.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { listForms } from "../staff-forms.ts";

export const formList = command(
  {
    name: "form list",
    description: "show the forms",
    arguments: [siteArgument],
    input: (slug: string) => ({ slug }),
  },
  {
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
  },
);
