import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addMember } from "../../../../../../test/kit/admins.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { askForReview } from "./ask-for-review.ts";

export const askForReviewProof = adminProof(askForReview, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id, locale: "en" },
  body: { reviewer: (await addMember(asker.server, asker.site, "EDITOR")).id, note: "Is the first paragraph clear?" },
}));
