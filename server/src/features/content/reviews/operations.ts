import { askForReview } from "./admin/ask-for-review.ts";
import { cancelReview } from "./admin/cancel-review.ts";
import { finishReview } from "./admin/finish-review.ts";
import { listReviews } from "./admin/list-reviews.ts";

export const reviewsOperations = [listReviews, askForReview, finishReview, cancelReview];
