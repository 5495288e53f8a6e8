import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { deleteRelease } from "./delete-release.ts";

export const deleteReleaseProof = adminProof(deleteRelease, async (asker) => {
  const { release } = await madeRelease(asker);
  return { params: { id: release.id }, headers: { "if-match": `"${release.revision}"` } };
});
