import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addSubmissionOf } from "../../../../../../test/kit/staff-forms.ts";
import { deleteSubmission } from "./delete-submission.ts";

export const deleteSubmissionProof = adminProof(deleteSubmission, async ({ server, site }) => ({
  params: { slug: "contact", id: await addSubmissionOf(server, site) },
}));
