import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { trashed } from "../../../../../../test/kit/made-documents.ts";
import { deleteDocument } from "./delete-document.ts";

export const deleteDocumentProof = adminProof(deleteDocument, async (asker) => ({ params: { id: (await trashed(asker)).id } }));
