import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addSubmissionOf } from "../../../../../../test/kit/staff-forms.ts";
import { getSubmission } from "./get-submission.ts";

export const getSubmissionProof = adminProof(getSubmission, async ({ server, site }) => ({
  params: { slug: "contact", id: await addSubmissionOf(server, site) },
}));
