import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { checkRelease } from "./check-release.ts";

export const checkReleaseProof = adminProof(checkRelease, async (asker) => {
  const { release } = await madeRelease(asker);
  return { params: { id: release.id } };
});
