import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeUpload } from "../../../../../../test/kit/tus.ts";
import { listUploads } from "./list-uploads.ts";

export const listUploadsProof = adminProof(listUploads, async (asker) => {
  await madeUpload(asker, 10);
  return {};
});
