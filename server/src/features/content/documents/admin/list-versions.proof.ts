import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { changed } from "../../../../../../test/kit/made-documents.ts";
import { listVersions } from "./list-versions.ts";

export const listVersionsProof = adminProof(listVersions, async (asker) => ({
  params: { documents: "pages", id: (await changed(asker)).id, locale: "en" },
}));
