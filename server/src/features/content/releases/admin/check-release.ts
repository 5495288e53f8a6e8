import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { findProblems } from "../publish-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { ReleaseProblem, releasePublished, shownProblems } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

const ReleaseCheck = Type.Object(
  {
    ready: Type.Boolean(),
    problems: Type.Array(ReleaseProblem, { description: `At most ${shownProblems} of them.` }),
    problemsTotal: Type.Integer(),
  },
  { $id: "ReleaseCheck", additionalProperties: false },
);

/** Tells everything that stands in the way of a release. */
export const checkRelease = operation(
  {
    id: "checkRelease",
    method: "POST",
    path: `${releaseBase}/check`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [releaseNotFound, releasePublished],
    tags: ["Releases"],
    summary: "Check what stands in the way of a release",
    description: "By item and by change of the shop, as things are now. Changes nothing.",
    params: ReleaseParams,
    response: { 200: Single(ReleaseCheck) },
  },
  ({ sql, clock, ids, contentChecks, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "contentChecks" | "publicUrl">) =>
    async (request) => {
      const { site, params } = request;
      const publishing = { actor: actorOf(request), action: "checkRelease" };
      const problems = await findProblems({ sql, clock, ids, contentChecks, publicUrl }, site, params.id, publishing);
      return { data: { ready: problems.length === 0, problems: problems.slice(0, shownProblems), problemsTotal: problems.length } };
    },
);
