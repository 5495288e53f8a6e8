import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addContentType } from "../../../../../../test/kit/model.ts";
import { putContentType } from "./put-content-type.ts";

export const putContentTypeProof = adminProof(putContentType, async ({ server, site, unique }) => ({
  params: { type: await addContentType(server, site, unique) },
  headers: { "if-match": '"1"' },
  body: { title: unique, schema: { type: "object" } },
}));
