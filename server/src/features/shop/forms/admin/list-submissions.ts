import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { findSubmissions, formAt, submissionSorts } from "../find-submissions.ts";
import { FormParams, submissionsBase } from "../form-address.ts";
import { formNotFound } from "../form.ts";
import { filterOf, ListedSubmission, submissionFilters } from "../submission.ts";

/** Lists the submissions of a form. */
export const listSubmissions = operation(
  {
    id: "listSubmissions",
    method: "GET",
    path: submissionsBase,
    access: "member",
    permission: "submissions:read",
    cors: "closed",
    problems: [formNotFound],
    tags: ["Forms"],
    summary: "List the submissions of a form",
    params: FormParams,
    query: Type.Object({
      ...pagingParameters(20),
      ...submissionFilters,
      sort: sortParameter(submissionSorts, "`submittedAt:desc`"),
    }),
    response: { 200: List(ListedSubmission) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const paging = pagingOf(query);
      const isDescending = sortOf(query.sort, submissionSorts, { field: "submittedAt", direction: "desc" }).endsWith(":desc");
      const form = await formAt(sql, site.id, params.slug);
      const { submissions, total } = await findSubmissions(sql, site.id, form.id, filterOf(query), { isDescending, paging });
      return answerPage(reply, query, paging, submissions, total);
    },
);
