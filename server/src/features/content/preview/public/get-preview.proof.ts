import { proof } from "../../../../../../test/kit/proof.ts";
import { previews } from "../../../../../../test/kit/previews.ts";
import { getPreview } from "./get-preview.ts";

export const getPreviewProof = proof(getPreview, "same", async ({ server, site }) => ({
  params: { token: (await previews(server, site).issue("home")).token },
}));
