import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { getDocument } from "./get-document.ts";

export const getDocumentProof = adminProof(getDocument, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id },
}));
