import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeUpload, tusHeaders } from "../../../../../../test/kit/tus.ts";
import { deleteUpload } from "./delete-upload.ts";

export const deleteUploadProof = adminProof(deleteUpload, async (asker) => ({
  params: { id: await madeUpload(asker, 10) },
  headers: tusHeaders,
}));
