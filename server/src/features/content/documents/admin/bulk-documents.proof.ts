import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { made } from "../../../../../../test/kit/made-documents.ts";
import { bulkDocuments } from "./bulk-documents.ts";

export const bulkDocumentsProof = adminProof(bulkDocuments, async (asker) => ({
  params: { documents: "pages" },
  body: { action: "publish", items: [(({ id, revision }) => ({ id, revision }))(await made(asker))] },
}));
