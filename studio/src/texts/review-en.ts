import { comments } from "./en/comments.ts";
import { reviews } from "./en/reviews.ts";

/** The words of comments and reviews in English, and the shape of every other catalogue of them. */
export const reviewEn = { ...comments, ...reviews };

export type ReviewTexts = typeof reviewEn;
