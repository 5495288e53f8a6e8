import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { trashDocument } from "./trash-document.ts";

export const trashDocumentProof = adminProof(trashDocument, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id },
  headers: { "if-match": '"1"' },
}));
