import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addSubmissionFile, addSubmissionOf } from "../../../../../../test/kit/staff-forms.ts";
import { getSubmissionFile } from "./get-submission-file.ts";

export const getSubmissionFileProof = adminProof(getSubmissionFile, async ({ server, site }) => {
  const id = await addSubmissionOf(server, site);
  return { params: { slug: "contact", id, fileId: await addSubmissionFile(server, site, id) } };
});
