export { reviewsOperations } from "./operations.ts";
export { readOwnReviews } from "./own-reviews.ts";
export { Review } from "./review.ts";
