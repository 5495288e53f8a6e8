import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { issuedPreview } from "../../../../../../test/kit/previews.ts";
import { cancelPreview } from "./cancel-preview.ts";

export const cancelPreviewProof = adminProof(cancelPreview, async ({ server, site }) => ({
  params: { id: (await issuedPreview(server, site)).id },
}));
