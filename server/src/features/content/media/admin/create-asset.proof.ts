import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createAsset } from "./create-asset.ts";

export const createAssetProof = adminProof(
  createAsset,
  ({ unique }) => ({
    headers: { "content-type": "text/plain", "content-disposition": 'attachment; filename="notes.txt"' },
    body: `Notes ${unique}`,
  }),
  { success: 201 },
);
