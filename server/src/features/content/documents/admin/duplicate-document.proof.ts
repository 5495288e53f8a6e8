import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { duplicateDocument } from "./duplicate-document.ts";

export const duplicateDocumentProof = adminProof(duplicateDocument, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id },
}));
