import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { made } from "../../../../../../test/kit/made-documents.ts";
import { trashDocument } from "./trash-document.ts";

export const trashDocumentProof = adminProof(trashDocument, async (asker) => ({
  params: { documents: "pages", id: (await made(asker)).id },
  headers: { "if-match": '"1"' },
}));
