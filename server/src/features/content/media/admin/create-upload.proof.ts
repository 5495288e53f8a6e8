import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { metadata, tusHeaders } from "../../../../../../test/kit/tus.ts";
import { createUpload } from "./create-upload.ts";

export const createUploadProof = adminProof(createUpload, ({ unique }) => ({
  headers: { ...tusHeaders, "upload-length": "10", "upload-metadata": metadata({ filename: `${unique}.txt` }) },
}));
