import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { pageDraft } from "../../../../../../test/kit/documents.ts";
import { createDocument } from "./create-document.ts";

export const createDocumentProof = adminProof(createDocument, ({ unique }) => ({
  params: { documents: "pages" },
  body: pageDraft(unique),
}));
