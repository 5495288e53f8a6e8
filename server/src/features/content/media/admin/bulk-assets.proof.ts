import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeNotes } from "../../../../../../test/kit/assets.ts";
import { bulkAssets } from "./bulk-assets.ts";

export const bulkAssetsProof = adminProof(bulkAssets, async (asker) => ({
  body: { action: "move", folder: "texts", items: [(({ id, revision }) => ({ id, revision }))(await madeNotes(asker))] },
}));
