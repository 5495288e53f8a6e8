import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { formAt, readSubmission } from "../find-submissions.ts";
import { submissionBase, SubmissionParams } from "../form-address.ts";
import { formNotFound } from "../form.ts";
import { FormSubmission, submissionNotFound } from "../submission.ts";

/** Reads a submission of a form. */
export const getSubmission = operation(
  {
    id: "getSubmission",
    method: "GET",
    path: submissionBase,
    access: "member",
    permission: "submissions:read",
    cors: "closed",
    problems: [formNotFound, submissionNotFound],
    tags: ["Forms"],
    summary: "Read a submission",
    description: "Reading it does not mark it as read: `PATCH` does.",
    params: SubmissionParams,
    response: { 200: Single(FormSubmission) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }) => {
      const form = await formAt(sql, site.id, params.slug);
      return { data: await readSubmission(sql, site.id, form.id, params.id) };
    },
);
