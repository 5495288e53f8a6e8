import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeNotes } from "../../../../../../test/kit/assets.ts";
import { getAsset } from "./get-asset.ts";

export const getAssetProof = adminProof(getAsset, async (asker) => ({ params: { id: (await madeNotes(asker)).id } }));
