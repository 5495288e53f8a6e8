import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { issuedPreview } from "../../../../../../test/kit/previews.ts";
import { getIssuedPreview } from "./get-issued-preview.ts";

export const getIssuedPreviewProof = adminProof(getIssuedPreview, async ({ server, site }) => ({
  params: { id: (await issuedPreview(server, site)).id },
}));
