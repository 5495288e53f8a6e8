import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { publishDocument } from "./publish-document.ts";

export const publishDocumentProof = adminProof(publishDocument, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id },
  body: { revisions: { en: 1 } },
}));
