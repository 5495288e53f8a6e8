import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { pageDraft } from "../../../../../../test/kit/documents.ts";
import { saveDraft } from "./save-draft.ts";

export const saveDraftProof = adminProof(saveDraft, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id, locale: "en" },
  headers: { "if-match": '"1"' },
  body: pageDraft(asker.unique, "Other words"),
}));
