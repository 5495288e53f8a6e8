import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listReviews } from "./list-reviews.ts";

export const listReviewsProof = adminProof(listReviews, () => ({ query: { state: "open" } }));
