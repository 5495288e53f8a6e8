import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { publishTranslation } from "./publish-translation.ts";

export const publishTranslationProof = adminProof(publishTranslation, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id, locale: "en" },
  body: { revision: 1 },
}));
