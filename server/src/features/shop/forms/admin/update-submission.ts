import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { changesBetween, recordChange } from "../../../people/audit/index.ts";
import { formAt, readSubmission } from "../find-submissions.ts";
import { submissionBase, SubmissionParams } from "../form-address.ts";
import { formNotFound } from "../form.ts";
import { FormSubmission, submissionNotFound } from "../submission.ts";

const Patch = Type.Object(
  {
    read: Type.Optional(Type.Boolean()),
    spam: Type.Optional(Type.Boolean({ description: "Vitrine removes spam 30 days after it was submitted." })),
  },
  { additionalProperties: false },
);

/** Marks a submission as read or as spam. */
export const updateSubmission = operation(
  {
    id: "updateSubmission",
    method: "PATCH",
    path: submissionBase,
    access: "member",
    permission: "submissions:read",
    cors: "closed",
    problems: [formNotFound, submissionNotFound],
    tags: ["Forms"],
    summary: "Mark a submission as read or as spam",
    description: "What the visitor entered never changes. If an e-mail about a submission still waits, marking it as spam stops it.",
    params: SubmissionParams,
    body: Patch,
    response: { 200: Single(FormSubmission) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const { read = null, spam = null } = request.body;
      const ctx = { now: clock.now(), ids };
      const actor = actorOf(request);
      return sql.begin(async (tx) => {
        const form = await formAt(tx, site.id, params.slug);
        const [submission] = isUuid(params.id)
          ? await tx<{ readAt: Date | null; isSpam: boolean }>`
              select read_at as "readAt", is_spam as "isSpam" from form_submissions
              where site_id = ${site.id} and form_id = ${form.id} and id = ${params.id}
              for update`
          : [];
        if (!submission) throw new ProblemError(submissionNotFound);
        const before: { read: boolean; spam: boolean } = { read: submission.readAt !== null, spam: submission.isSpam };
        const after = { read: read ?? before.read, spam: spam ?? before.spam };
        const changes = changesBetween(before, after);
        if (changes.length > 0) {
          await tx`
            update form_submissions set
              read_at = case when ${after.read}::boolean then coalesce(read_at, ${ctx.now}) end,
              is_spam = ${after.spam}
            where site_id = ${site.id} and form_id = ${form.id} and id = ${params.id}`;
          const target = { type: "submission", id: params.id, label: form.name };
          await recordChange(tx, ctx, { actor, siteId: site.id, action: "updateSubmission", target, changes });
        }
        return { data: await readSubmission(tx, site.id, form.id, params.id) };
      });
    },
);
