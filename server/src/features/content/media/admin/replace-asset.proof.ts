import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeNotes } from "../../../../../../test/kit/assets.ts";
import { replaceAsset } from "./replace-asset.ts";

export const replaceAssetProof = adminProof(replaceAsset, async (asker) => {
  const { id, revision } = await madeNotes(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"`, "content-type": "text/plain" }, body: `Better notes ${id}` };
});
