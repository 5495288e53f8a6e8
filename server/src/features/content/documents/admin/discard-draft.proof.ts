import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { changed } from "../../../../../../test/kit/made-documents.ts";
import { discardDraft } from "./discard-draft.ts";

export const discardDraftProof = adminProof(discardDraft, async (asker) => ({
  params: { documents: "pages", id: (await changed(asker)).id, locale: "en" },
  headers: { "if-match": '"3"' },
}));
