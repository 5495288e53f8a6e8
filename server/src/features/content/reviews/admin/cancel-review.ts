import type { Deps } from "../../../../deps.ts";
import { demandPermission } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { lockReview, reviewTarget } from "../lock-review.ts";
import { reviewBase, reviewEnded, reviewNotFound, ReviewParams } from "../review.ts";

/** Takes a request for a review back. */
export const cancelReview = operation(
  {
    id: "cancelReview",
    method: "DELETE",
    path: reviewBase,
    access: "member",
    // Of one's own. Those of others need content:publish, as below.
    permission: "content:write",
    cors: "closed",
    problems: [reviewNotFound, reviewEnded],
    tags: ["Content"],
    summary: "Take a review request back",
    description: "To take back requests of others needs `content:publish`.",
    params: ReviewParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, admin, member } = request;
      const ctx = { now: clock.now(), ids };
      await sql.begin(async (tx) => {
        const review = await lockReview(tx, site.id, params.id);
        if (review.askerId !== admin.id) demandPermission(member, "content:publish");
        if (review.state !== "OPEN") throw new ProblemError(reviewEnded);
        await tx`delete from review_requests where site_id = ${site.id} and id = ${review.id}`;
        const change = { actor: actorOf(request), siteId: site.id, action: "cancelReview", target: reviewTarget(review) };
        await recordChange(tx, ctx, { ...change, removes: true });
      });
    },
);
