import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { changed } from "../../../../../../test/kit/made-documents.ts";
import { restoreVersion } from "./restore-version.ts";

export const restoreVersionProof = adminProof(restoreVersion, async (asker) => ({
  params: { documents: "pages", id: (await changed(asker)).id, locale: "en", number: "1" },
  body: { revision: 3 },
}));
