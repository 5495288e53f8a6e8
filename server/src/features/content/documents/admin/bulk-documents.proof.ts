import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { bulkDocuments } from "./bulk-documents.ts";

export const bulkDocumentsProof = adminProof(bulkDocuments, async (asker) => ({
  params: { documents: "pages" },
  body: { action: "publish", items: [(({ id, revision }) => ({ id, revision }))(await createDraftPage(asker))] },
}));
