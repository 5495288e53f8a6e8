import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { putReleaseItem } from "./put-release-item.ts";

export const putReleaseItemProof = adminProof(putReleaseItem, async (asker) => {
  const { release, translation } = await madeRelease(asker);
  return { params: { id: release.id, translationId: translation }, body: { action: "PUBLISH", revision: 1 } };
});
