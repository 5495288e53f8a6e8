import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addBlockType } from "../../../../../../test/kit/model.ts";
import { getBlockType } from "./get-block-type.ts";

export const getBlockTypeProof = adminProof(getBlockType, async ({ server, site, unique }) => ({
  params: { type: await addBlockType(server, site, unique) },
}));
