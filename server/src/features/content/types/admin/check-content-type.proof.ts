import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { addContentType } from "../../../../../../test/kit/model.ts";
import { checkContentType } from "./check-content-type.ts";

export const checkContentTypeProof = adminProof(checkContentType, async ({ server, site, unique }) => ({
  params: { type: await addContentType(server, site, unique) },
  body: { title: unique, schema: { type: "object" } },
}));
