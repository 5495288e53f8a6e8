import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createReview } from "../../../../../../test/kit/reviews.ts";
import { finishReview } from "./finish-review.ts";

export const finishReviewProof = adminProof(finishReview, async (asker) => ({
  params: { id: await createReview(asker, { isOfSender: true }) },
  body: { answer: "It is." },
}));
