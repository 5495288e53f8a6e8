import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addBlockType } from "../../../../../../test/kit/model.ts";
import { putBlockType } from "./put-block-type.ts";

export const putBlockTypeProof = adminProof(putBlockType, async ({ server, site, unique }) => ({
  params: { type: await addBlockType(server, site, unique) },
  headers: { "if-match": '"1"' },
  body: { title: unique, schema: { type: "object" } },
}));
