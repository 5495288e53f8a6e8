import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { removeReleaseItem } from "./remove-release-item.ts";

export const removeReleaseItemProof = adminProof(removeReleaseItem, async (asker) => {
  const { release, translation } = await madeRelease(asker);
  return { params: { id: release.id, translationId: translation } };
});
