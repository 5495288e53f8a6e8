import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { made } from "../../../../../../test/kit/made-documents.ts";
import { unscheduleTranslation } from "./unschedule-translation.ts";

export const unscheduleTranslationProof = adminProof(unscheduleTranslation, async (asker) => ({
  params: { documents: "pages", id: (await made(asker)).id, locale: "en" },
}));
