import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { readReviews } from "../read-reviews.ts";
import { Review, reviewsBase } from "../review.ts";

/** Lists review requests. */
export const listReviews = operation(
  {
    id: "listReviews",
    method: "GET",
    path: reviewsBase,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [],
    tags: ["Content"],
    summary: "List the review requests, the latest first",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      state: Type.Optional(Type.Enum(["open", "ended"])),
      translation: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "The id of a translation." })),
      reviewer: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "The id of a person." })),
      asker: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "The id of a person." })),
    }),
    response: { 200: List(Review) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { state, translation, reviewer, asker } = query;
      const filter = {
        ...(state === undefined ? {} : { isOpen: state === "open" }),
        ...(translation === undefined ? {} : { translationId: translation }),
        ...(reviewer === undefined ? {} : { reviewerId: reviewer }),
        ...(asker === undefined ? {} : { askerId: asker }),
      };
      const { reviews, total } = await readReviews(sql, site.id, filter, paging);
      return answerPage(reply, query, paging, reviews, total);
    },
);
