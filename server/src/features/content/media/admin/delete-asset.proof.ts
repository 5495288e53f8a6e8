import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeNotes } from "../../../../../../test/kit/assets.ts";
import { deleteAsset } from "./delete-asset.ts";

export const deleteAssetProof = adminProof(deleteAsset, async (asker) => {
  const { id, revision } = await madeNotes(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` } };
});
