import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { catalogItemId, madeRelease } from "../../../../../../test/kit/releases.ts";
import { addReleaseChange } from "./add-release-change.ts";

export const addReleaseChangeProof = adminProof(addReleaseChange, async (asker) => {
  const { release } = await madeRelease(asker);
  const id = await catalogItemId(asker.server, asker.site, "fjell-chair");
  return { params: { id: release.id }, body: { type: "product", id, patch: { title: "Another chair" } } };
});
