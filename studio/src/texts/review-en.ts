import { comments } from "./en/comments.ts";
import { reviews } from "./en/reviews.ts";
import { share } from "./en/share.ts";

/** The words of comments, reviews and shared drafts in English, and the shape of every other catalogue of them. */
export const reviewEn = { ...comments, ...reviews, ...share };

export type ReviewTexts = typeof reviewEn;
