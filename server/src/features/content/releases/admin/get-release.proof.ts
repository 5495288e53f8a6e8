import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { getRelease } from "./get-release.ts";

export const getReleaseProof = adminProof(getRelease, async (asker) => {
  const { release } = await madeRelease(asker);
  return { params: { id: release.id } };
});
