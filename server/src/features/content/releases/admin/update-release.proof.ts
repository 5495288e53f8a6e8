import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { updateRelease } from "./update-release.ts";

export const updateReleaseProof = adminProof(updateRelease, async (asker) => {
  const { release } = await madeRelease(asker);
  return { params: { id: release.id }, headers: { "if-match": `"${release.revision}"` }, body: { name: "Autumn" } };
});
