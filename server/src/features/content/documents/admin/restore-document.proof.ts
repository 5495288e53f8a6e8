import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { trashed } from "../../../../../../test/kit/made-documents.ts";
import { restoreDocument } from "./restore-document.ts";

export const restoreDocumentProof = adminProof(restoreDocument, async (asker) => ({ params: { id: (await trashed(asker)).id }, body: {} }));
