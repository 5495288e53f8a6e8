import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addSubmissionOf } from "../../../../../../test/kit/staff-forms.ts";
import { updateSubmission } from "./update-submission.ts";

export const updateSubmissionProof = adminProof(updateSubmission, async ({ server, site }) => ({
  params: { slug: "contact", id: await addSubmissionOf(server, site) },
  body: { read: true },
}));
