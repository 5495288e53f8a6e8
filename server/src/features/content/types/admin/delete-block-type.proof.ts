import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addBlockType } from "../../../../../../test/kit/model.ts";
import { deleteBlockType } from "./delete-block-type.ts";

export const deleteBlockTypeProof = adminProof(deleteBlockType, async ({ server, site, unique }) => ({
  params: { type: await addBlockType(server, site, unique) },
  headers: { "if-match": '"1"' },
}));
