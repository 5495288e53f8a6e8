import { comments } from "./de/comments.ts";
import { reviews } from "./de/reviews.ts";
import { share } from "./de/share.ts";
import type { ReviewTexts } from "./review-en.ts";

export const reviewDe: ReviewTexts = { ...comments, ...reviews, ...share };
