import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { made } from "../../../../../../test/kit/made-documents.ts";
import { getDocument } from "./get-document.ts";

export const getDocumentProof = adminProof(getDocument, async (asker) => ({ params: { documents: "pages", id: (await made(asker)).id } }));
