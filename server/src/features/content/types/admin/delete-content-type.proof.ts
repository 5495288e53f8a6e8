import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addContentType } from "../../../../../../test/kit/model.ts";
import { deleteContentType } from "./delete-content-type.ts";

export const deleteContentTypeProof = adminProof(deleteContentType, async ({ server, site, unique }) => ({
  params: { type: await addContentType(server, site, unique) },
  headers: { "if-match": '"1"' },
}));
