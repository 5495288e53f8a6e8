import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { publishRelease } from "./publish-release.ts";

export const publishReleaseProof = adminProof(publishRelease, async (asker) => {
  const { release } = await madeRelease(asker);
  return { params: { id: release.id }, body: { revision: release.revision } };
});
