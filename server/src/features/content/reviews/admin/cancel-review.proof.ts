import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createReview } from "../../../../../../test/kit/reviews.ts";
import { cancelReview } from "./cancel-review.ts";

export const cancelReviewProof = adminProof(cancelReview, async (asker) => ({
  params: { id: await createReview(asker, { isOfSender: false }) },
}));
