import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addBlockType } from "../../../../../../test/kit/model.ts";
import { checkBlockType } from "./check-block-type.ts";

export const checkBlockTypeProof = adminProof(checkBlockType, async ({ server, site, unique }) => ({
  params: { type: await addBlockType(server, site, unique) },
  body: { title: unique, schema: { type: "object" } },
}));
