import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";

export const reviewNotFound = problem("review_not_found", 404, "Review request not found");
export const reviewEnded = problem("review_ended", 409, "The review has ended already");

export const reviewsBase = `${siteBase}/reviews`;
export const reviewBase = `${reviewsBase}/{id}`;
export const ReviewParams = Type.Object({ ...siteSlug, id: Type.String() });

/** A sentence or two: the rest is said in comments. */
export const ReviewWords = Type.String({ minLength: 1, maxLength: 1_000, pattern: "\\S" });

const reviewStates = ["OPEN", "DONE", "PUBLISHED"] as const;

const Person = Type.Object({ id: Uuid, name: Type.String() }, { additionalProperties: false });

export const Review = Type.Object(
  {
    id: Uuid,
    document: Type.Object(
      { id: Uuid, contentType: Type.String({ description: "`page` for a page." }), title: Type.String() },
      { additionalProperties: false },
    ),
    locale: Type.String({ examples: ["en"] }),
    asker: Person,
    reviewer: Person,
    note: Nullable(Type.String()),
    answer: Nullable(Type.String({ description: "What the reviewer said at the end." })),
    state: Type.Enum([...reviewStates], {
      description: "`DONE`: the reviewer ended it. `PUBLISHED`: the draft was published.",
    }),
    createdAt: Instant,
    endedAt: Nullable(Instant),
  },
  { $id: "Review", additionalProperties: false },
);
export type Review = Static<typeof Review>;
