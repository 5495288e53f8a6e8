import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addContentType } from "../../../../../../test/kit/model.ts";
import { getContentType } from "./get-content-type.ts";

export const getContentTypeProof = adminProof(getContentType, async ({ server, site, unique }) => ({
  params: { type: await addContentType(server, site, unique) },
}));
