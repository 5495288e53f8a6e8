import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { unscheduleTranslation } from "./unschedule-translation.ts";

export const unscheduleTranslationProof = adminProof(unscheduleTranslation, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id, locale: "en" },
}));
