import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { changed } from "../../../../../../test/kit/made-documents.ts";
import { unpublishTranslation } from "./unpublish-translation.ts";

export const unpublishTranslationProof = adminProof(unpublishTranslation, async (asker) => ({
  params: { documents: "pages", id: (await changed(asker)).id, locale: "en" },
  body: { revision: 3 },
}));
