import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { formAt, readSubmission } from "../find-submissions.ts";
import { submissionBase, SubmissionParams } from "../form-address.ts";
import { formNotFound } from "../form.ts";
import { removeSubmissions } from "../personal-submissions.ts";
import { submissionNotFound } from "../submission.ts";

/** Deletes a submission for good. */
export const deleteSubmission = operation(
  {
    id: "deleteSubmission",
    method: "DELETE",
    path: submissionBase,
    access: "member",
    permission: "forms:write",
    cors: "closed",
    problems: [formNotFound, submissionNotFound],
    tags: ["Forms"],
    summary: "Delete a submission",
    description: "For good, with an e-mail about it that still waits.",
    params: SubmissionParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const actor = actorOf(request);
      await sql.begin(async (tx) => {
        const form = await formAt(tx, site.id, params.slug);
        const { id } = await readSubmission(tx, site.id, form.id, params.id);
        const { submissions } = await removeSubmissions(tx, site.id, [id]);
        if (submissions === 0) throw new ProblemError(submissionNotFound);
        const target = { type: "submission", id, label: form.name };
        await recordChange(tx, { now: clock.now(), ids }, { actor, siteId: site.id, action: "deleteSubmission", target, removes: true });
      });
    },
);
