import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listAssets } from "./list-assets.ts";

export const listAssetsProof = adminProof(listAssets);
