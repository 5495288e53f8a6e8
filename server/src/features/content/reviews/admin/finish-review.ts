import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { recordChange } from "../../../people/audit/index.ts";
import { lockReview, reviewTarget } from "../lock-review.ts";
import { readReviews } from "../read-reviews.ts";
import { Review, reviewBase, reviewEnded, reviewNotFound, ReviewParams, ReviewWords } from "../review.ts";

const notTheReviewer = problem("not_the_reviewer", 403, "Only its reviewer can end this review");

/** Ends a review that was asked of oneself. */
export const finishReview = operation(
  {
    id: "finishReview",
    method: "POST",
    path: `${reviewBase}/finish`,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [reviewNotFound, reviewEnded, notTheReviewer],
    tags: ["Content"],
    summary: "Say that a review is done",
    params: ReviewParams,
    body: Type.Object({ answer: Type.Optional(ReviewWords) }, { additionalProperties: false }),
    response: { 200: Single(Review) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params, body, admin } = request;
      const ctx = { now: clock.now(), ids };
      const review = await sql.begin(async (tx) => {
        const lockedReview = await lockReview(tx, site.id, params.id);
        const { id, reviewerId, state } = lockedReview;
        if (reviewerId !== admin.id) throw new ProblemError(notTheReviewer);
        if (state !== "OPEN") throw new ProblemError(reviewEnded);
        await tx`
          update review_requests set state = 'DONE', answer = ${body.answer ?? null}, ended_at = ${ctx.now}
          where site_id = ${site.id} and id = ${id}`;
        const changes = [{ member: "state", from: state, to: "DONE" }];
        const target = reviewTarget(lockedReview);
        await recordChange(tx, ctx, { actor: actorOf(request), siteId: site.id, action: "finishReview", target, changes });
        return (await readReviews(tx, site.id, { id })).reviews[0];
      });
      if (!review) throw new ProblemError(reviewNotFound);
      return { data: review };
    },
);
