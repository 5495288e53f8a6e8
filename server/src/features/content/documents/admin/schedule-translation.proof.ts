import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { createDraftPage } from "../../../../../../test/kit/made-documents.ts";
import { scheduleTranslation } from "./schedule-translation.ts";

export const scheduleTranslationProof = adminProof(scheduleTranslation, async (asker) => ({
  params: { documents: "pages", id: (await createDraftPage(asker)).id, locale: "en" },
  body: { publishAt: new Date(asker.server.deps.clock.now().getTime() + 60_000).toISOString(), revision: 1 },
}));
