import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeUpload } from "../../../../../../test/kit/tus.ts";
import { getUpload } from "./get-upload.ts";

export const getUploadProof = adminProof(getUpload, async (asker) => ({ params: { id: await madeUpload(asker, 10) } }));
