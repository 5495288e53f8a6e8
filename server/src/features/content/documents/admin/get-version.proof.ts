import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { changed } from "../../../../../../test/kit/made-documents.ts";
import { getVersion } from "./get-version.ts";

export const getVersionProof = adminProof(getVersion, async (asker) => ({
  params: { documents: "pages", id: (await changed(asker)).id, locale: "en", number: "1" },
}));
