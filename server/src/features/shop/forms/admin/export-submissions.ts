import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerCsv } from "../../../../lib/http/csv-answer.ts";
import { formAt } from "../find-submissions.ts";
import { FormParams, submissionsBase } from "../form-address.ts";
import { formNotFound } from "../form.ts";
import { pagesOfForm } from "../staff-forms.ts";
import { submissionFilters, filterOf } from "../submission.ts";
import { csvOfPages } from "../submission-texts.ts";

/** Answers the submissions of a form as CSV. */
export const exportSubmissions = operation(
  {
    id: "exportSubmissions",
    method: "GET",
    path: `${submissionsBase}.csv`,
    access: "member",
    permission: "submissions:read",
    cors: "closed",
    problems: [formNotFound],
    tags: ["Forms"],
    summary: "Export the submissions of a form as CSV",
    description:
      "The newest first, in the format of `vitrine form submissions --format csv`: UTF-8 with a byte order mark, a column for each field of the form, and an apostrophe " +
      "before a value that a spreadsheet could take for a formula. The server writes the rows while it reads them, however many there are.",
    params: FormParams,
    query: Type.Object(submissionFilters),
    streams: "text/csv",
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query, method }, reply) => {
      const form = await formAt(sql, site.id, params.slug);
      return answerCsv(reply, method, `${params.slug}.csv`, csvOfPages(pagesOfForm({ sql }, site.id, form, filterOf(query))));
    },
);
