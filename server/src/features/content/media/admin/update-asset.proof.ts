import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeNotes } from "../../../../../../test/kit/assets.ts";
import { updateAsset } from "./update-asset.ts";

export const updateAssetProof = adminProof(updateAsset, async (asker) => {
  const { id, revision } = await madeNotes(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` }, body: { title: "Minutes" } };
});
