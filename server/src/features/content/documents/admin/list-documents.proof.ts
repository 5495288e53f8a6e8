import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { listDocuments } from "./list-documents.ts";

export const listDocumentsProof = adminProof(listDocuments, () => ({ params: { documents: "entries" }, query: { status: "draft" } }));
