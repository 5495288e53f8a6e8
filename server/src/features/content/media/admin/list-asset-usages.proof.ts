import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeNotes } from "../../../../../../test/kit/assets.ts";
import { listAssetUsages } from "./list-asset-usages.ts";

export const listAssetUsagesProof = adminProof(listAssetUsages, async (asker) => ({ params: { id: (await madeNotes(asker)).id } }));
