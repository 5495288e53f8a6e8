import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeUpload, partHeaders } from "../../../../../../test/kit/tus.ts";
import { continueUpload } from "./continue-upload.ts";

export const continueUploadProof = adminProof(continueUpload, async (asker) => ({
  params: { id: await madeUpload(asker, 10) },
  headers: partHeaders(0),
  body: "Half.",
}));
