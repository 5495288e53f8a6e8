import { comments } from "./pt-br/comments.ts";
import { reviews } from "./pt-br/reviews.ts";
import { share } from "./pt-br/share.ts";
import type { ReviewTexts } from "./review-en.ts";

export const reviewPtBr: ReviewTexts = { ...comments, ...reviews, ...share };
